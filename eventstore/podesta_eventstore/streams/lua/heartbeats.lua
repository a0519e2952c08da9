
-- Heartbeats: when somebody last served, and when nobody did.
--
-- KEYS  beat: a hash: at (ms of this server's clock), outages ('since until since until …', oldest first)

-- ARGV  '1' if the caller serves, after how many ms without a beat there was an outage, how many numbers are kept of them
-- Returns {now, since, until, since, until, …}
local function beat(keys, args)
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local known = redis.call('HMGET', keys[1], 'at', 'outages')
  local before, found = tonumber(known[1] or now), { now }
  for first, last in string.gmatch(known[2] or '', '(%d+) (%d+)') do
    if tonumber(last) <= now then -- else the clock was ahead then, and what it says now comes first
      found[#found + 1], found[#found + 2] = tonumber(first), tonumber(last)
    end
  end
  if args[1] ~= '1' then
    return found
  end
  redis.call('HSET', keys[1], 'at', string.format('%d', now))
  if now - before >= tonumber(args[2]) then
    found[#found + 1], found[#found + 2] = before, now
    while #found > tonumber(args[3]) + 1 do
      table.remove(found, 2)
    end
    local texts = {}
    for position = 2, #found do
      texts[position - 1] = string.format('%d', found[position])
    end
    redis.call('HSET', keys[1], 'outages', table.concat(texts, ' '))
  end
  return found
end

redis.register_function('podesta_library_beat', beat)
