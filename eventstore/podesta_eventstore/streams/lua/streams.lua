#!lua name=podesta_library

-- Streams of entries whose revisions are 1, 2, 3, … without gaps.
--
-- Nothing is rolled back when a function fails: each checks everything, then writes. Keys of a stream:
--   log    its entries            meta   a hash: status, phase, head, digest, label:<name>, touched, topic, card
--   lists  the sorted sets of its bucket's streams by status, of all and of a topic's; such a key ends with the status.
--          The score is the microsecond at which the stream came, which is unique there
-- A stream without a phase is live; 'sealed', 'archived' and 'erased' follow.

local BATCH = 256

-- Searches revisions first..last for the command id and returns its entry id; collects up to `most` entries.
local function search(log, first, last, command, found, most)
  while first <= last do
    local entries = redis.call('XRANGE', log, first .. '-0', last .. '-0', 'COUNT', BATCH)
    if #entries == 0 then
      return nil
    end
    for _, entry in ipairs(entries) do
      if entry[2][2] == command then
        return entry[1]
      end
      if #found < most then
        found[#found + 1] = entry
      end
    end
    first = first + BATCH
  end
end

-- The score for a stream that comes into a list: the time, or one later that no other stream has.
local function arrival(list)
  local now = redis.call('TIME')
  local score = now[1] * 1000000 + now[2]
  while redis.call('ZCOUNT', list, score, score) > 0 do
    score = score + 1
  end
  return score
end

-- Moves the stream into the lists of its status and out of all others, which are the keys from `first` on.
local function enlist(keys, first, stream, status)
  local score
  for position = first, #keys do
    if string.match(keys[position], '[^:]*$') == status then
      score = score or arrival(keys[position])
      redis.call('ZADD', keys[position], 'NX', score, stream)
    else
      redis.call('ZREM', keys[position], stream)
    end
  end
end

-- The bell is only a hint: a user who may not ring it must not get an error for an entry that is written.
local function ring(bell, revision)
  redis.pcall('SPUBLISH', bell, revision)
end

-- KEYS  log, meta; and the lists when a status is given
-- ARGV  expected revision (-1: any), command id, data, doorbell channel, how far back to look for the command id,
--       most unseen entries to return, most entries of a stream, '1' to touch what was found (so that WAIT has
--       something to wait for), the card ('': as before); then, when lists are given, the status, the stream's name,
--       '1' if the status is only for a new stream, and the topic whose lists are given
-- Returns {'appended', revision, label 'mark'}, {'duplicate', entry id, label 'mark'},
--         {'conflict', head, unseen entries}, {'missing'}, {'full'}, {'sealed'}, {'archived', head, digest},
--         {'erased'}, {'topic', the one whose lists have to be given} or {'damaged', what the server says}
local function append(keys, args)
  local log, meta = keys[1], keys[2]
  local expected, command, data, bell = tonumber(args[1]), args[2], args[3], args[4]
  local window, most_unseen, most_entries = tonumber(args[5]), tonumber(args[6]), tonumber(args[7])
  local known = redis.call('HMGET', meta, 'phase', 'label:mark', 'topic')
  local phase, mark, topic = known[1], known[2], known[3]
  if phase == 'archived' then
    return { phase, redis.call('HGET', meta, 'head'), redis.call('HGET', meta, 'digest') }
  elseif phase == 'erased' then
    return { phase }
  end

  local head = redis.call('XLEN', log)
  if expected < 0 then
    expected = head
  end
  local seen = math.min(expected, head)
  local unseen = {}
  local earlier = search(log, math.max(1, seen - window + 1), seen, command, {}, 0)
    or search(log, seen + 1, head, command, unseen, most_unseen)
  if earlier then
    if args[8] == '1' then
      redis.call('HSET', meta, 'touched', 1)
    end
    return { 'duplicate', earlier, mark }
  elseif head == 0 and expected > 0 then
    return redis.call('EXISTS', log) == 1 and { 'damaged', 'no entries are left' } or { 'missing' }
  elseif head ~= expected then
    return { 'conflict', head, unseen }
  elseif phase then
    return { 'sealed' }
  elseif head >= most_entries then
    return { 'full' }
  elseif args[10] and head > 0 and (topic or '') ~= args[13] then
    return { 'topic', topic or '' }
  end

  local revision = head + 1
  -- fails where somebody else has trimmed the log, or added an entry with an id of its own: nothing is written
  local added = redis.pcall('XADD', log, revision .. '-0', 'c', command, 'd', data)
  if type(added) == 'table' and added.err then
    return string.find(added.err, 'equal or smaller', 1, true) and { 'damaged', added.err } or added
  end
  if args[9] ~= '' then
    redis.call('HSET', meta, 'card', args[9])
  end
  if args[10] and (args[12] ~= '1' or revision == 1) then
    redis.call('HSET', meta, 'status', args[10])
    if revision == 1 and args[13] ~= '' then
      redis.call('HSET', meta, 'topic', args[13])
    end
    enlist(keys, 3, args[11], args[10])
  end
  ring(bell, revision)
  return { 'appended', revision, mark }
end

-- KEYS  log, meta
-- ARGV  how many labels are expected to be as given; these, then those to set: name, value, name, value, …
--       An empty value stands for no label
-- Returns {'labelled'}, {'changed'}, {'missing'} or {'erased'}
local function label(keys, args)
  local first = 2 + 2 * tonumber(args[1])
  local phase = redis.call('HGET', keys[2], 'phase')
  if phase == 'erased' then
    return { phase }
  elseif phase ~= 'archived' and redis.call('XLEN', keys[1]) == 0 then
    return { 'missing' }
  end
  for position = 2, first - 1, 2 do
    if (redis.call('HGET', keys[2], 'label:' .. args[position]) or '') ~= args[position + 1] then
      return { 'changed' }
    end
  end
  for position = first, #args, 2 do
    if args[position + 1] == '' then
      redis.call('HDEL', keys[2], 'label:' .. args[position])
    else
      redis.call('HSET', keys[2], 'label:' .. args[position], args[position + 1])
    end
  end
  return { 'labelled' }
end

-- KEYS  log, meta      ARGV  the last list's name
-- Returns {'sealed', head}, {'archived'}, {'erased'}, {'missing'} or {'status', its status}
local function seal(keys, args)
  local found = redis.call('HMGET', keys[2], 'phase', 'status')
  local phase, status = found[1], found[2]
  local head = redis.call('XLEN', keys[1])
  if phase == 'archived' or phase == 'erased' then
    return { phase }
  elseif head == 0 then
    return { 'missing' }
  elseif status ~= args[1] then
    return { 'status', status or '' }
  end
  redis.call('HSET', keys[2], 'phase', 'sealed')
  return { 'sealed', head }
end

-- KEYS  log, meta      ARGV  head, digest     Returns {'archived'}, {'erased'}, {'missing'} or {'unsealed'}
local function release(keys, args)
  local phase = redis.call('HGET', keys[2], 'phase')
  local head = redis.call('XLEN', keys[1])
  if phase == 'archived' or phase == 'erased' then
    return { phase }
  elseif head == 0 then
    return { 'missing' }
  elseif phase ~= 'sealed' or head ~= tonumber(args[1]) then
    return { 'unsealed' }
  end
  redis.call('UNLINK', keys[1])
  redis.call('HSET', keys[2], 'phase', 'archived', 'head', head, 'digest', args[2])
  return { 'archived' }
end

-- KEYS  log, meta, the lists      ARGV  head, the stream's name, '1' if it need not be sealed, the topic
-- Nothing of the stream stays. What it may not unlink, it does not take out of lists either.
-- Returns {'forgotten'}, {'topic', the one whose lists have to be given}, {'erased'} or {'unsealed'}
local function forget(keys, args)
  local found = redis.call('HMGET', keys[2], 'phase', 'head', 'topic')
  local head = redis.call('XLEN', keys[1])
  if found[1] == 'erased' then
    return { 'erased' }
  elseif head == 0 and not found[1] then
    return { 'forgotten' }
  elseif not (found[1] or args[3] == '1') or tonumber(found[2] or head) ~= tonumber(args[1]) then
    return { 'unsealed' }
  elseif found[3] and found[3] ~= args[4] then
    return { 'topic', found[3] }
  end
  redis.call('UNLINK', keys[1], keys[2])
  enlist(keys, 3, args[2], nil)
  return { 'forgotten' }
end

-- KEYS  incoming       ARGV  how many entries came before; then command id, data, command id, data, …
local function refill(keys, args)
  local after = tonumber(args[1])
  if after == 0 then
    redis.call('UNLINK', keys[1])
  elseif redis.call('XLEN', keys[1]) ~= after then
    return { 'interrupted' }
  end
  for position = 2, #args, 2 do
    after = after + 1
    redis.call('XADD', keys[1], after .. '-0', 'c', args[position], 'd', args[position + 1])
  end
  return { 'refilled' }
end

-- KEYS  log, meta, incoming, the lists
-- ARGV  head, status, the stream's name, doorbell, card ('': as before), label, value, label, value, …, topic
-- Returns {'restored'}, {'erased'}, {'conflict', head}, {'topic', the one whose lists have to be given} or
--         {'interrupted'}
local function restore(keys, args)
  local log, meta, incoming = keys[1], keys[2], keys[3]
  local head = redis.call('XLEN', log)
  local known = redis.call('HMGET', meta, 'phase', 'topic')
  if known[1] == 'erased' then
    return { 'erased' }
  elseif known[2] and known[2] ~= args[#args] then
    return { 'topic', known[2] }
  elseif head > 0 then
    return { 'conflict', head }
  elseif redis.call('XLEN', incoming) ~= tonumber(args[1]) then
    return { 'interrupted' }
  end
  redis.call('RENAME', incoming, log)
  redis.call('HDEL', meta, 'phase', 'head', 'digest')
  redis.call('HSET', meta, 'status', args[2])
  for name, value in pairs({ topic = args[#args], card = args[5] }) do
    if value ~= '' then
      redis.call('HSET', meta, name, value)
    end
  end
  for position = 6, #args - 1, 2 do
    redis.call('HSET', meta, 'label:' .. args[position], args[position + 1])
  end
  enlist(keys, 4, args[3], args[2])
  ring(args[4], args[1])
  return { 'restored' }
end

-- KEYS  log, meta, incoming, the lists      ARGV  the stream's name, doorbell, the last list's name, the topic
-- Returns {'erased', last head}, {'topic', the one whose lists have to be given} or {'missing'}
local function erase(keys, args)
  local found = redis.call('HMGET', keys[2], 'phase', 'head', 'topic')
  local head = redis.call('XLEN', keys[1])
  if found[3] and found[3] ~= args[4] then
    return { 'topic', found[3] }
  elseif head == 0 then
    head = tonumber(found[2] or 0)
  end
  if found[1] == 'erased' then
    return { 'erased', head }
  elseif head == 0 then
    return { 'missing' }
  end
  redis.call('UNLINK', keys[1], keys[2], keys[3])
  redis.call('HSET', keys[2], 'phase', 'erased', 'head', head, 'status', args[3])
  enlist(keys, 4, args[1], nil)
  ring(args[2], head)
  return { 'erased', head }
end

-- KEYS  what is known of the archive      ARGV  the least that the number is, how much is added to it
-- Returns the number of the archive's newest change
local function generation(keys, args)
  local before = tonumber(redis.call('HGET', keys[1], 'generation') or 0)
  local after = math.max(before, tonumber(args[1])) + tonumber(args[2])
  if after > before then
    redis.call('HSET', keys[1], 'generation', string.format('%d', after))
  end
  return after
end

redis.register_function('podesta_library_append', append)
redis.register_function('podesta_library_label', label)
redis.register_function('podesta_library_seal', seal)
redis.register_function('podesta_library_release', release)
redis.register_function('podesta_library_forget', forget)
redis.register_function('podesta_library_refill', refill)
redis.register_function('podesta_library_restore', restore)
redis.register_function('podesta_library_erase', erase)
redis.register_function('podesta_library_generation', generation)
