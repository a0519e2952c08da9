
-- Work: items that one worker each takes, kept until it is finished: a Redis stream with one group of consumers.
--
-- KEYS  items

local GROUP = 'workers'

-- Calls a command of the group, which is made when there is none.
local function grouped(items, ...)
  local reply = redis.pcall(...)
  if type(reply) == 'table' and reply.err and string.find(reply.err, 'NOGROUP', 1, true) then
    redis.call('XGROUP', 'CREATE', items, GROUP, '0', 'MKSTREAM')
    reply = redis.call(...)
  elseif type(reply) == 'table' and reply.err then
    error(reply)
  end
  return reply
end

-- ARGV  the most items, the doorbell, data      Returns {'put', id} or {'full'}
local function put(keys, args)
  if redis.call('XLEN', keys[1]) >= tonumber(args[1]) then
    return { 'full' }
  end
  local id = redis.call('XADD', keys[1], '*', 'd', args[3])
  ring(args[2], 1)
  return { 'put', id }
end

-- ARGV  worker, how many at most      Returns entries that no worker has taken yet
local function take(keys, args)
  local reply =
    grouped(keys[1], 'XREADGROUP', 'GROUP', GROUP, args[1], 'COUNT', args[2], 'STREAMS', keys[1], '>')
  return reply and reply[1][2] or {}
end

-- ARGV  id, id, …      Returns {'finished'}
local function finish(keys, args)
  grouped(keys[1], 'XACK', keys[1], GROUP, unpack(args))
  redis.call('XDEL', keys[1], unpack(args))
  return { 'finished' }
end

-- ARGV  worker, milliseconds, how many at most, milliseconds after which a worker that holds nothing is forgotten
-- Returns entries that were taken so long ago
local function steal(keys, args)
  local stolen, cursor, most = {}, '0-0', tonumber(args[3])
  repeat
    local reply =
      grouped(keys[1], 'XAUTOCLAIM', keys[1], GROUP, args[1], args[2], cursor, 'COUNT', most - #stolen)
    cursor = reply[1]
    for _, entry in ipairs(reply[2]) do
      stolen[#stolen + 1] = entry
    end
  until cursor == '0-0' or #stolen >= most
  for _, worker in ipairs(redis.call('XINFO', 'CONSUMERS', keys[1], GROUP)) do
    local name, pending, idle = worker[2], worker[4], worker[6]
    if pending == 0 and idle >= tonumber(args[4]) then
      redis.call('XGROUP', 'DELCONSUMER', keys[1], GROUP, name)
    end
  end
  return stolen
end

redis.register_function('podesta_library_put', put)
redis.register_function('podesta_library_take', take)
redis.register_function('podesta_library_finish', finish)
redis.register_function('podesta_library_steal', steal)
