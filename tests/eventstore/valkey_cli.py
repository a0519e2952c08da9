"""A `valkey-cli` for machines without one: it can do all that the documentation uses."""

import sys

CLIENT = f"""#!{sys.executable}
import sys, redis
port, *words = sys.argv[2:]
answer = redis.Redis(port=int(port), decode_responses=True).execute_command(*words)
lines = [f"{{name}}:{{value}}" for name, value in answer.items()] if isinstance(answer, dict) else [answer]
print("PONG" if answer is True and words == ["PING"] else "\\n".join(map(str, lines)))
"""
