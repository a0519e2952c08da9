"""How logs are written: the levels of the format, and entries as arrays behind their seals."""
