
-- Heartbeats: when somebody last served, and what those who serve say of it.
--
-- KEYS  beat: a hash: at (ms of this server's clock), heard ('at seal'), sealed ('since until seal since until seal …',
--       oldest first)

-- ARGV  '1' if the caller serves, how many outages are kept, what it has heard, an outage ('': nothing of the kind)
-- Returns {now, the beat before this one (0: none), heard, sealed}, heard as it was before
local function beat(keys, args)
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local known = redis.call('HMGET', keys[1], 'at', 'heard', 'sealed')
  local outages = known[3] or ''
  if args[1] == '1' then
    redis.call('HSET', keys[1], 'at', string.format('%d', now))
    if args[3] ~= '' then
      redis.call('HSET', keys[1], 'heard', args[3])
    end
    if args[4] ~= '' then
      outages = outages == '' and args[4] or outages .. ' ' .. args[4]
      local _, spaces = string.gsub(outages, ' ', '')
      for _ = 1, spaces + 1 - 3 * tonumber(args[2]) do
        outages = string.gsub(outages, '^[^ ]* ', '')
      end
      redis.call('HSET', keys[1], 'sealed', outages)
    end
  end
  return { now, tonumber(known[1] or 0) or 0, known[2] or '', outages }
end

redis.register_function('podesta_library_beat', beat)
