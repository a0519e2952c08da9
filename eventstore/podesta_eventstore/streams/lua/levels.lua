
-- Levels: a number that all who use a store agree on. It only grows.
--
-- KEYS  level, members (a hash: name -> 'lowest highest seen build', seen in ms of this server's clock)

-- Returns the level, then name, lowest, highest, build of every living member; forgets those that are not.
local function standing(keys, patience, forget)
  local now = redis.call('TIME')
  local oldest = now[1] * 1000 + math.floor(now[2] / 1000) - patience
  local found = { tonumber(redis.call('GET', keys[1]) or 1) }
  local members = redis.call('HGETALL', keys[2])
  for position = 1, #members, 2 do
    local lowest, highest, seen, build = string.match(members[position + 1], '^(%d+) (%d+) (%d+) (.*)$')
    if tonumber(seen) < oldest then
      if forget then
        redis.call('HDEL', keys[2], members[position])
      end
    else
      for _, value in ipairs({ members[position], tonumber(lowest), tonumber(highest), build }) do
        found[#found + 1] = value
      end
    end
  end
  return found
end

-- ARGV  patience (ms), name, lowest, highest, build, the level of a store that has none ('0': it stays without)
local function join(keys, args)
  local now = redis.call('TIME')
  local seen = string.format('%d', now[1] * 1000 + math.floor(now[2] / 1000))
  if args[6] ~= '0' then
    redis.call('SET', keys[1], args[6], 'NX')
  end
  redis.call('HSET', keys[2], args[2], table.concat({ args[3], args[4], seen, args[5] }, ' '))
  return standing(keys, tonumber(args[1]), true)
end

-- ARGV  name
local function leave(keys, args)
  return redis.call('HDEL', keys[2], args[1])
end

-- ARGV  patience (ms)
local function look(keys, args)
  return standing(keys, tonumber(args[1]), false)
end

-- ARGV  patience (ms), the level to raise it to
-- Returns {'raised', the standing}, {'higher', the standing} or {'behind', the standing}
local function raise(keys, args)
  local before, to = standing(keys, tonumber(args[1]), true), tonumber(args[2])
  if before[1] > to then
    return { 'higher', before }
  end
  for position = 2, #before, 4 do
    if before[position + 2] < to then
      return { 'behind', before }
    end
  end
  redis.call('SET', keys[1], args[2])
  before[1] = to
  return { 'raised', before }
end

redis.register_function('podesta_library_join', join)
redis.register_function('podesta_library_leave', leave)
redis.register_function('podesta_library_look', look)
redis.register_function('podesta_library_raise', raise)
