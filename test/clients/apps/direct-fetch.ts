// Loaded before an application, sends what is meant for api.unkey.com to the server at KEYWARD_URL.
const builtIn = "https://api.unkey.com"
const keyward = process.env.KEYWARD_URL ?? builtIn
const send = globalThis.fetch

function fetchDirected(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const isForUnkey = input instanceof Request && input.url.startsWith(`${builtIn}/`)
  return isForUnkey ? send(new Request(input.url.replace(builtIn, keyward), input)) : send(input, init)
}

globalThis.fetch = Object.assign(fetchDirected, send)
