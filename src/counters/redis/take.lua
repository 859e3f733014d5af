-- Decides several calls in order. Evaluates all checks of a call and takes them together or not at all: window-check.ts and
-- core/ratelimit.ts, inside Redis.
-- KEYS: the counter of each check of each call. ARGV: clock tolerance, deadline by the clock of Redis; then of each call: now,
-- the number of its checks, and limit, duration and cost of each. A counter is the text "cell current previous".
-- Returns the clock if the deadline has passed; then nothing was taken. Otherwise, for each call, one of
--    text                                                        an error: nothing of this call was taken
--    0, then of each check: allowed, remaining, resetAt, counter
--    1, then of each check: remaining, resetAt                   all were taken

-- After the deadline the callers have given up and reported that nothing was taken.
local time = redis.call('TIME')
local clock = time[1] * 1000 + math.floor(time[2] / 1000)
if clock > tonumber(ARGV[2]) then return clock end

local tolerance, now = tonumber(ARGV[1]), 0

-- floor(count * part / whole) without rounding on the way. Numbers here are doubles, so what would exceed 2^53 is divided
-- as on paper, in digits of 16 bits: with durations below 2^36 every number in between stays exact.
local function scale_down(count, part, whole)
  local product = count * part
  if product <= 9007199254740991 then return math.floor(product / whole) end
  local quotient, rest, place = 0, 0, 281474976710656
  while place >= 1 do
    local digit = math.floor(count / place) % 65536
    local dividend = rest * 65536 + digit * part
    quotient = quotient * 65536 + math.floor(dividend / whole)
    rest = dividend % whole
    place = place / 65536
  end
  return quotient
end

-- Keeps the counter until no clock within the tolerance can count it.
local function save(key, cell, current, previous, duration)
  local value = string.format('%d %d %d', cell, current, previous)
  redis.call('SET', key, value, 'PX', string.format('%d', (cell + 2) * duration + tolerance - now))
  return value
end

local function load(key, duration)
  local here = math.floor(now / duration)
  local counter = {at = now, cell = here, current = 0, previous = 0, cost = 0, duration = duration, stored = '0 0 0'}
  local value = redis.call('GET', key)
  if not value then return counter end
  local cell, current, previous = string.match(value, '^(%d+) (%d+) (%d+)$')
  cell, current, previous = tonumber(cell), tonumber(current), tonumber(previous)
  if cell * duration - now > tolerance then
    cell, current, previous = here, current + previous, 0
    value = save(key, cell, current, previous, duration)
  end
  counter.stored = value
  counter.at = math.max(now, cell * duration)
  counter.cell = math.floor(counter.at / duration)
  if cell == counter.cell then
    counter.current, counter.previous = current, previous
  elseif cell == counter.cell - 1 then
    counter.previous = current
  end
  return counter
end

-- Of each check of the current call.
local allows, resets, if_taken, if_not = {}, {}, {}, {}

-- Takes the checks whose keys begin behind `key` and whose numbers begin behind `place`.
local function take(key, place, count)
  local counters, taken = {}, true
  for index = 1, count do
    local name, at = KEYS[key + index], place + index * 3
    local limit, duration, cost = tonumber(ARGV[at - 2]), tonumber(ARGV[at - 1]), tonumber(ARGV[at])
    local counter = counters[name] or load(name, duration)
    counters[name] = counter
    local reset = (counter.cell + 1) * duration
    local used = counter.current + scale_down(counter.previous, reset - counter.at, duration)
    local left = limit - used
    local allowed = limit > 0 and counter.cost + cost <= left
    allows[index], resets[index] = allowed and 1 or 0, reset
    if_taken[index], if_not[index] = math.max(0, left - counter.cost - cost), math.max(0, left)
    if allowed then counter.cost = counter.cost + cost else taken = false end
  end

  local answer = {taken and 1 or 0}
  for index = 1, count do
    if taken then
      local at = index * 2
      answer[at], answer[at + 1] = if_taken[index], resets[index]
    else
      local at = index * 4 - 2
      answer[at], answer[at + 1], answer[at + 2] = allows[index], if_not[index], resets[index]
      answer[at + 3] = counters[KEYS[key + index]].stored
    end
  end
  if taken then
    for name, counter in pairs(counters) do
      if counter.cost > 0 then save(name, counter.cell, counter.current + counter.cost, counter.previous, counter.duration) end
    end
  end
  return answer
end

-- A damaged counter must fail only the calls that need it. Redis refuses the first write of a script or none, so a call
-- that fails has taken nothing.
local answers, key, place = {}, 0, 2
while place < #ARGV do
  local count = tonumber(ARGV[place + 2])
  now = tonumber(ARGV[place + 1])
  local is_done, answer = pcall(take, key, place + 2, count)
  if not is_done then answer = type(answer) == 'table' and answer.err or tostring(answer) end
  answers[#answers + 1] = answer
  key, place = key + count, place + 2 + count * 3
end
return answers
