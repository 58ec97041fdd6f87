"""Work spread over processes: the one place that knows dask."""
