"""The pre-registered statistics: what the data of an item support.

A statistic is a pure function from cells to one value per option, larger meaning better supported, and a record of
facts about it. `registry` lists them; `decide` is the rule that all of them share.
"""
