import { isEmbedded, keepsCookies } from "./parent.ts"

/**
 * A small file that a slow network brings long before the rest of the page. It opens the link and asks for the keys at once,
 * so that both are there when the page can show them.
 */

/** The token of a link leaves the address bar and the history before anything else happens. */
export const token = takeToken()
/** How many keys the page asks for at a time. */
export const keysPerPage = 50
/** Then the page says that the service cannot be reached. */
const patienceMs = 10_000

const responses = new Map<string, Promise<Response>>()
if (token !== "" && !(isEmbedded && !keepsCookies())) askEarly()

/** The response to a call that was sent early. Each is given away once, so a call that is repeated is sent. */
export function takeEarlyResponse(operation: string): Promise<Response> | undefined {
  const response = responses.get(operation)
  responses.delete(operation)
  return response
}

function takeToken(): string {
  const token = location.hash.slice(1)
  if (location.hash !== "") history.replaceState(null, "", location.pathname)
  return token
}

async function askEarly(): Promise<void> {
  const opening = post("portal.openSession", { token, embedded: isEmbedded })
  responses.set("portal.openSession", opening)
  try {
    const response = await opening
    const { session } = response.ok ? (await response.clone().json()).data : {}
    // A page that opens elsewhere asks for the keys when people go there.
    if (session === undefined || session.page === "usage") return
    const listing = post("portal.listKeys", { limit: keysPerPage }, { "Keyward-Portal": session.sessionId })
    responses.set("portal.listKeys", listing)
    await listing
  } catch {
    // The page has the same promise, and says what happened.
  }
}

/** Reads the whole response at once, because the page takes it only when its code has loaded. */
async function post(operation: string, body: object, headers: Readonly<Record<string, string>> = {}) {
  const response = await fetch(`/v2/${operation}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(patienceMs),
  })
  return new Response(await response.arrayBuffer(), response)
}
