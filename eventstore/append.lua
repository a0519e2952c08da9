#!lua name=podesta_append

-- Appends one entry to a stream whose revisions are 1, 2, 3, … without gaps.
--
-- KEYS[1]  the stream's log
-- ARGV     expected revision, command id, data, doorbell channel,
--          how far back to look for the command id, most unseen entries to answer, most entries of a stream
-- Answers  {'appended', revision}, {'duplicate', entry id}, {'conflict', head, unseen entries}, {'missing'}
--          or {'full'}
--
-- Nothing is rolled back when a function fails: it checks everything, then writes.

local BATCH = 256

-- Looks for the command id in revisions first..last and answers its entry id; collects up to `most` entries.
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

local function append(keys, args)
  local log, expected, command, data, bell = keys[1], tonumber(args[1]), args[2], args[3], args[4]
  local window, most_unseen, most_entries = tonumber(args[5]), tonumber(args[6]), tonumber(args[7])
  local head = redis.call('XLEN', log)
  local seen = math.min(expected, head)
  local unseen = {}

  local earlier = search(log, math.max(1, seen - window + 1), seen, command, {}, 0)
    or search(log, seen + 1, head, command, unseen, most_unseen)
  if earlier then
    return { 'duplicate', earlier }
  elseif head == 0 and expected > 0 then
    return { 'missing' }
  elseif head ~= expected then
    return { 'conflict', head, unseen }
  elseif head >= most_entries then
    return { 'full' }
  end

  local revision = head + 1
  redis.call('XADD', log, revision .. '-0', 'c', command, 'd', data)
  -- The bell is only a hint: that it may not be rung must not turn a written entry into an error.
  redis.pcall('SPUBLISH', bell, revision)
  return { 'appended', revision }
end

redis.register_function('podesta_append', append)
