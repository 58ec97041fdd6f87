"""The one way out of a trial's walls: to its model, with a key that only this side knows, counted and recorded.

`server.gateway` opens it for one trial and tells at the end what went through.
"""
