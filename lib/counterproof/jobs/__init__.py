"""Work spread over processes: the one place that knows dask.

`pool.Pool` is what others use: here, on workers of this machine (`cluster`), or on those of a running cluster
(`joined`), which first keep a `pledge`.
"""
