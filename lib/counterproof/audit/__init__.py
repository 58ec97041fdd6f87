"""The questions of an audit: does the answer follow the data, does the evaluator notice, does the instrument hold?"""
