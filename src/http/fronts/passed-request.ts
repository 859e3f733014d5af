import type { ClientAddresses } from "../request/client-address.ts"

/** A request that a front passes on as it came. What HTTP would change on the way is in a header of its own. */
interface PassedOn {
  readonly url: string
  readonly method: string
  readonly address: string | null
  /** Headers of the connection between client and front, as they came. */
  readonly own: Readonly<Record<string, string>>
}

/** Only the private socket reads it, and a front replaces one that a client has sent. */
const header = "keyward-front"

/** Headers that say something about a connection, and that `fetch` adds if they are absent. */
const ofConnection = [
  "connection",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "expect",
  "proxy-connection",
  "sec-websocket-key",
  "sec-websocket-version",
  "sec-websocket-extensions",
]
const addedByFetch = ["accept", "user-agent", "accept-encoding", "connection", "transfer-encoding", "upgrade", "host"]

/** The headers with which a front sends the request. */
export function headersToPassOn(request: Request, clientAddresses: ClientAddresses): Headers {
  const headers = new Headers(request.headers)
  const own: Record<string, string> = {}
  // Without a body, `fetch` would wait for the bytes that the header announces.
  for (const name of request.body === null ? [...ofConnection, "content-length"] : ofConnection) {
    const value = headers.get(name)
    if (value === null) continue
    own[name] = value
    headers.delete(name)
  }
  // Bun accepts a length that is repeated, and `fetch` sends only one.
  const length = headers.get("content-length")
  if (length?.includes(",")) {
    own["content-length"] = length
    headers.set("content-length", length.slice(0, length.indexOf(",")))
  }
  // A repeated header whose last value is empty ends in a space, which would be cut off, and with it the repetition.
  for (const [name, value] of request.headers) if (/[ \t]$/.test(value)) headers.set(name, `${value},`)
  const address = clientAddresses.requestIP(request)?.address ?? null
  const passedOn: PassedOn = { url: request.url, method: request.method, address, own }
  const absent = addedByFetch.filter((name) => !headers.has(name) && own[name] === undefined)
  headers.set(header, asciiJson({ ...passedOn, absent }))
  return headers
}

/** A header holds only bytes, and as few as possible, because Bun refuses more than 16 KiB of headers. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
}

/** Makes a request from the private socket what it was when it came to the front. */
export function restoreRequest(request: Request): Pick<ClientAddresses, "requestIP"> {
  const { headers } = request
  const { url, method, address, own, absent }: PassedOn & { readonly absent: readonly string[] } = JSON.parse(
    headers.get(header) ?? "",
  )
  // The handshake of a WebSocket is between the front and this process.
  const isHandshake = headers.has("sec-websocket-key")
  headers.delete(header)
  if (!isHandshake) {
    for (const name of absent) headers.delete(name)
    for (const [name, value] of Object.entries(own)) headers.set(name, value)
  }
  Object.defineProperties(request, { url: { value: url }, method: { value: method } })
  const found = address === null ? null : { address }
  return { requestIP: () => found }
}
