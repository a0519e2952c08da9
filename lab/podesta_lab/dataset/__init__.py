"""Datasets: what ended games tell, as Parquet files."""
