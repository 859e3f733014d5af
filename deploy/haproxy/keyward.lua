-- Asks Keyward whether a request may pass: `http-request lua.keyward OPTIONS`, with the options of /forward-auth.
-- KEYWARD_URL and KEYWARD_KEY, the root key, come from the environment of HAProxy.

local url = os.getenv("KEYWARD_URL") or "http://127.0.0.1:8080"
local root_key = os.getenv("KEYWARD_KEY") or ""

-- What the application learns about a request that passes.
local told = { "keyward-key-id", "keyward-api-id", "keyward-identity-id", "keyward-external-id", "keyward-permissions" }
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

core.register_action("keyward", { "http-req" }, function(txn, options)
  local headers = txn.http:req_get_headers()
  local asked = { ["keyward-authorization"] = { "Bearer " .. root_key } }
  -- Two headers are two values here, and Keyward refuses them together.
  if headers["authorization"] then
    local values = {}
    for _, value in pairs(headers["authorization"]) do values[#values + 1] = value end
    asked["authorization"] = values
  end
  local answer = core.httpclient():get({ url = url .. "/forward-auth?" .. options, headers = asked, timeout = 5000 })
  if not answer or answer.status ~= 200 then
    local status = answer and answer.status
    if status == 401 or status == 403 or status == 429 then return refuse(txn, status, answer.headers, answer.body) end
    return refuse(txn, 503, { ["retry-after"] = { "1" } }, "")
  end
  for _, name in ipairs(told) do
    local value = first(answer.headers[name])
    if value then txn.http:req_set_header(name, value) end
  end
end, 1)
