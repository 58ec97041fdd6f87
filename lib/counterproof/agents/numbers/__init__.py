"""Reference agents on items that ask for numbers: their own reading of a table and their own computations.

They share no code with the studies' reference analyses, nor with what simulates the tables.
"""
