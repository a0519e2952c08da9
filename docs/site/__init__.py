"""The documentation as a site: pages gathered from the whole tree, built by Zensical, checked, and packed."""
