
-- Work: items that one worker each takes, kept until it is finished. They wait in lanes; the first lane goes first,
-- and within a lane owners take turns (start-time fair queueing): an item's place is one behind the last of its owner,
-- or behind the place that is being served now if that is further on.
--
-- KEYS  items: a hash, id to data      holders: a hash, id to worker      held: a sorted set, id by the milliseconds
--       at which it was taken      state: a hash, the newest id under '.', and the place that each lane is at
--       then for each lane      waiting: a sorted set, id by place      shares: a sorted set, owner by its last place
-- An id is the lane's number and a number that counts up, so that of equal places the oldest comes first.

local ITEMS, HOLDERS, HELD, STATE, LANES = 1, 2, 3, 4, 5

local function now_ms()
  local now = redis.call('TIME')
  return now[1] * 1000 + math.floor(now[2] / 1000)
end

-- ARGV  the most items, the doorbell, data, lane, owner      Returns {'put', id} or {'full'}
local function put(keys, args)
  if redis.call('HLEN', keys[ITEMS]) >= tonumber(args[1]) then
    return { 'full' }
  end
  local lane, owner = args[4], args[5]
  local waiting, shares = keys[LANES + 2 * lane], keys[LANES + 2 * lane + 1]
  local at = tonumber(redis.call('HGET', keys[STATE], lane) or 0)
  local place = math.max(at, tonumber(redis.call('ZSCORE', shares, owner) or 0)) + 1
  local id = string.format('%s-%016d', lane, redis.call('HINCRBY', keys[STATE], '.', 1))
  redis.call('HSET', keys[ITEMS], id, args[3])
  redis.call('ZADD', shares, place, owner)
  redis.call('ZADD', waiting, place, id)
  ring(args[2], 1)
  return { 'put', id }
end

-- Moves a lane on to the place of the last item taken, and forgets owners who are not ahead of it.
local function advance(keys, lane, place)
  local waiting, shares = keys[LANES + 2 * lane], keys[LANES + 2 * lane + 1]
  local at = math.max(place - 1, tonumber(redis.call('HGET', keys[STATE], lane) or 0))
  redis.call('HSET', keys[STATE], lane, at)
  redis.call('ZREMRANGEBYSCORE', shares, '-inf', redis.call('ZCARD', waiting) == 0 and '+inf' or at)
end

-- Notes who holds an item since when, and appends it to what is returned.
local function hold(keys, id, worker, now, taken)
  redis.call('ZADD', keys[HELD], now, id)
  redis.call('HSET', keys[HOLDERS], id, worker)
  taken[#taken + 1] = id
  taken[#taken + 1] = redis.call('HGET', keys[ITEMS], id)
end

-- ARGV  worker, how many at most, of how many lanes      Returns {id, data, id, …} that no worker has taken yet
local function take(keys, args)
  local taken, left, now = {}, tonumber(args[2]), now_ms()
  for lane = 0, args[3] - 1 do
    local waiting = keys[LANES + 2 * lane]
    local found = left > 0 and redis.call('ZPOPMIN', waiting, left) or {}
    for position = 1, #found, 2 do
      hold(keys, found[position], args[1], now, taken)
      left = left - 1
    end
    if #found > 0 then
      advance(keys, lane, tonumber(found[#found]))
    end
  end
  return taken
end

-- ARGV  id, id, …      Returns {'finished'}
local function finish(keys, args)
  for _, id in ipairs(args) do
    redis.call('HDEL', keys[ITEMS], id)
    redis.call('HDEL', keys[HOLDERS], id)
    redis.call('ZREM', keys[HELD], id)
    redis.call('ZREM', keys[LANES + 2 * string.match(id, '^%d+')], id)
  end
  return { 'finished' }
end

-- ARGV  worker, milliseconds, how many at most      Returns {id, data, id, …} that were taken so long ago
local function steal(keys, args)
  local stolen, now = {}, now_ms()
  local found = redis.call('ZRANGEBYSCORE', keys[HELD], '-inf', now - args[2], 'LIMIT', 0, args[3])
  for _, id in ipairs(found) do
    hold(keys, id, args[1], now, stolen)
  end
  return stolen
end

redis.register_function('podesta_library_put', put)
redis.register_function('podesta_library_take', take)
redis.register_function('podesta_library_finish', finish)
redis.register_function('podesta_library_steal', steal)
