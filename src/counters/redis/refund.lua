-- KEYS: the counter of each check. ARGV: of each check the cell it was counted in, and its cost.
for index, key in ipairs(KEYS) do
  local value = redis.call('GET', key)
  if value then
    local cell, current, previous = string.match(value, '^(%d+) (%d+) (%d+)$')
    local counted, cost = tonumber(ARGV[index * 2 - 1]), tonumber(ARGV[index * 2])
    cell, current, previous = tonumber(cell), tonumber(current), tonumber(previous)
    if cell == counted then
      current = math.max(0, current - cost)
    elseif cell == counted + 1 then
      previous = math.max(0, previous - cost)
    end
    redis.call('SET', key, string.format('%d %d %d', cell, current, previous), 'KEEPTTL')
  end
end
return {}
