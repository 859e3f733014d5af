-- Asks Keyward whether a request may pass: `http-request lua.keyward OPTIONS`, with the options of /forward-auth.
-- KEYWARD_URL and KEYWARD_KEY, the root key, come from the environment of HAProxy.
-- After an error in Lua, HAProxy goes on with the next rule, so that rule denies what has no txn.keyward.

local url = os.getenv("KEYWARD_URL") or "http://127.0.0.1:8080"
local root_key = os.getenv("KEYWARD_KEY") or ""

-- What the application learns about a request that passes.
local told = {
  "keyward-key-id", "keyward-api-id", "keyward-identity-id", "keyward-external-id",
  "keyward-credits", "keyward-permissions", "keyward-permissions-omitted",
}
-- What the client learns about a request that is refused.
local said = { "content-type", "retry-after", "www-authenticate", "ratelimit-limit", "ratelimit-remaining", "ratelimit-reset" }

local function first(values)
  return values and (values[0] or values[1])
end

local function refuse(txn, status, headers, body)
  local reply = txn:reply({ status = status })
  for _, name in ipairs(said) do
    local value = first(headers[name])
    if value then reply:add_header(name, value) end
  end
  reply:add_header("cache-control", "no-store")
  reply:set_body(body)
  txn:done(reply)
end

-- Two headers are two values here, and Keyward refuses them together.
local function values_of(headers, name)
  local values = {}
  for index = 0, headers[name] and #headers[name] or -1 do values[#values + 1] = headers[name][index] end
  return values
end

-- The header with the key: `header=X-API-Key`, percent-encoded as every option.
local function key_header(options)
  local name = ("&" .. options):match("&header=([^&]*)") or "authorization"
  return name:gsub("%%(%x%x)", function(code) return string.char(tonumber(code, 16)) end):lower()
end

local function headers_for(txn, options)
  local headers = txn.http:req_get_headers()
  local name = key_header(options)
  local asked = { [name] = values_of(headers, name) }
  if ("&" .. options):find("&forwardedFor=", 1, true) then
    local addresses = values_of(headers, "x-forwarded-for")
    addresses[#addresses + 1] = txn.f:src()
    asked["x-forwarded-for"] = { table.concat(addresses, ", ") }
  end
  asked["keyward-authorization"] = { "Bearer " .. root_key }
  return asked
end

core.register_action("keyward", { "http-req" }, function(txn, options)
  local question = { url = url .. "/forward-auth?" .. options, headers = headers_for(txn, options), timeout = 5000 }
  local answer = core.httpclient():get(question)
  if not answer or answer.status ~= 200 then
    local status = answer and answer.status
    if status == 401 or status == 403 or status == 429 then return refuse(txn, status, answer.headers, answer.body) end
    return refuse(txn, 503, { ["retry-after"] = { "1" } }, "")
  end
  for _, name in ipairs(told) do
    local value = first(answer.headers[name])
    if value then txn.http:req_set_header(name, value) end
  end
  -- A request that fills the buffer of HAProxy has no room for them.
  local received = txn.http:req_get_headers()
  for _, name in ipairs(told) do
    if first(received[name]) ~= first(answer.headers[name]) then return refuse(txn, 503, {}, "") end
  end
  txn:set_var("txn.keyward", "passed")
end, 1)
