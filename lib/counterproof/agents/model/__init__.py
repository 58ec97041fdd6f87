"""Any model as an agent: our own small loop with two tools, bash and python.

`start.launch` says how it starts; `__main__` is the program that then runs inside the sandbox.
"""
