-- Evaluates all checks of one call and takes them together or not at all: window-check.ts and core/ratelimit.ts, inside Redis.
-- KEYS: the counter of each check. ARGV: now, clock tolerance, deadline by the clock of Redis; then limit, duration and
-- cost of each check. A counter is the text "cell current previous". Returns one of
--   -1, clock                                                    the deadline has passed; nothing was taken
--    0, then of each check: allowed, remaining, resetAt, and its counter: cell, current, previous
--    1, then of each check: remaining, resetAt                   all were taken

-- After the deadline the caller has given up and reported that nothing was taken.
local time = redis.call('TIME')
local clock = time[1] * 1000 + math.floor(time[2] / 1000)
if clock > tonumber(ARGV[3]) then return {-1, clock} end

local now, tolerance = tonumber(ARGV[1]), tonumber(ARGV[2])

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
end

local function load(key, duration)
  local counter = {at = now, cell = math.floor(now / duration), current = 0, previous = 0, cost = 0, duration = duration}
  counter.stored = {0, 0, 0}
  local value = redis.call('GET', key)
  if not value then return counter end
  local cell, current, previous = string.match(value, '^(%d+) (%d+) (%d+)$')
  cell, current, previous = tonumber(cell), tonumber(current), tonumber(previous)
  if cell * duration - now > tolerance then
    cell, current, previous = counter.cell, current + previous, 0
    save(key, cell, current, previous, duration)
  end
  counter.stored = {cell, current, previous}
  counter.at = math.max(now, cell * duration)
  counter.cell = math.floor(counter.at / duration)
  if cell == counter.cell then
    counter.current, counter.previous = current, previous
  elseif cell == counter.cell - 1 then
    counter.previous = current
  end
  return counter
end

local counters, tried, taken = {}, {}, true
for index, key in ipairs(KEYS) do
  local limit, duration, cost = tonumber(ARGV[index * 3 + 1]), tonumber(ARGV[index * 3 + 2]), tonumber(ARGV[index * 3 + 3])
  local counter = counters[key] or load(key, duration)
  counters[key] = counter
  local reset = (counter.cell + 1) * duration
  local used = counter.current + scale_down(counter.previous, reset - counter.at, duration)
  local allowed = limit > 0 and used + counter.cost + cost <= limit
  local remaining = math.max(0, limit - used - counter.cost - cost)
  tried[index] = {allowed = allowed, reset = reset, if_taken = remaining, if_not = math.max(0, limit - used)}
  if allowed then counter.cost = counter.cost + cost else taken = false end
end

local answer = {taken and 1 or 0}
for index, key in ipairs(KEYS) do
  local counter, try = counters[key], tried[index]
  if taken then
    local place = index * 2
    answer[place], answer[place + 1] = try.if_taken, try.reset
  else
    local place = index * 6 - 4
    answer[place], answer[place + 1], answer[place + 2] = try.allowed and 1 or 0, try.if_not, try.reset
    answer[place + 3], answer[place + 4], answer[place + 5] = unpack(counter.stored)
  end
end
if taken then
  for key, counter in pairs(counters) do
    if counter.cost > 0 then save(key, counter.cell, counter.current + counter.cost, counter.previous, counter.duration) end
  end
end
return answer
