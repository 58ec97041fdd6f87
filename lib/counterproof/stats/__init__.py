"""Numbers only: rates, paired differences, resampling and ranking, with their intervals."""
