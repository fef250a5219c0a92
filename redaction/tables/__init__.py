"""Tables given as files: CSV and Parquet, and their cells as texts under the name of their column."""
