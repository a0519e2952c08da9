"""Datasets: ended games as Parquet files."""
