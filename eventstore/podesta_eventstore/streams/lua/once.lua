
-- Once: names that somebody was the first to ask for. The server forgets them by itself.
--
-- KEYS  the name's      ARGV  seconds      Returns 1 to the first, 0 to all others

local function first(keys, args)
  return redis.call('SET', keys[1], '1', 'NX', 'EX', args[1]) and 1 or 0
end

redis.register_function('podesta_library_first', first)
