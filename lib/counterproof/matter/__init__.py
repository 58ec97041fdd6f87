"""The data that items are asked about: single-cell files, read whole or in part, re-arranged, and written one way."""
