
-- Reminders: one shard's streams by the time at which they are due.
--
-- KEYS  due: a sorted set, stream by milliseconds      versions: a hash, stream to version; '.' is the newest given out
-- Every change gives a new version, never used before, so that a caller who settles learns of changes in between.

local function renew(versions, stream)
  local version = redis.call('HINCRBY', versions, '.', 1)
  redis.call('HSET', versions, stream, version)
  return version
end

-- ARGV  stream, milliseconds      Returns {'reminded'}
local function remind(keys, args)
  redis.call('ZADD', keys[1], 'LT', args[2], args[1])
  renew(keys[2], args[1])
  return { 'reminded' }
end

-- ARGV  now, the milliseconds at which they are due again, how many at most
-- Returns {stream, milliseconds, version, stream, …}
local function due(keys, args)
  local found = redis.call('ZRANGEBYSCORE', keys[1], '-inf', args[1], 'WITHSCORES', 'LIMIT', 0, args[3])
  local taken = {}
  for position = 1, #found, 2 do
    local stream = found[position]
    redis.call('ZADD', keys[1], args[2], stream)
    taken[#taken + 1] = stream
    taken[#taken + 1] = found[position + 1]
    taken[#taken + 1] = renew(keys[2], stream)
  end
  return taken
end

-- ARGV  stream, version, milliseconds or '' for never      Returns {'settled'} or {'changed'}
local function settle(keys, args)
  if redis.call('HGET', keys[2], args[1]) ~= args[2] then
    return { 'changed' }
  end
  if args[3] == '' then
    redis.call('ZREM', keys[1], args[1])
    redis.call('HDEL', keys[2], args[1])
  else
    redis.call('ZADD', keys[1], args[3], args[1])
    renew(keys[2], args[1])
  end
  return { 'settled' }
end

redis.register_function('podesta_library_remind', remind)
redis.register_function('podesta_library_due', due)
redis.register_function('podesta_library_settle', settle)
