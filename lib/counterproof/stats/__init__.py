"""Numbers only: rates, paired differences, resampling and ranking, with their intervals.

Whatever is resampled whole is called an item here. A function named `clustered_...` gives a statistic for
`resample.item_bootstrap`. Each file names its source; the tests hold it against scipy, statsmodels or a paper's
figures.
"""
