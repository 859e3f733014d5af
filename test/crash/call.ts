import type { Reply } from "../harness.ts"
import { outcomeOf } from "../outcome.ts"

/** POST /v2/<operation>. Nothing comes back if the server ended before it had answered. */
export type Call = (
  operation: string,
  body: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<Reply | undefined>

export function callsTo(url: string, key: string): Call {
  return async (operation, body, headers = {}) => {
    const received = await send(`${url}/v2/${operation}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json", ...headers },
      body: JSON.stringify(body),
      // Over a connection that it kept, Bun would send a request again by itself when the server ends.
      keepalive: false,
    })
    return received && { ...received, body: JSON.parse(received.text) }
  }
}

async function send(url: string, init: RequestInit) {
  try {
    const response = await fetch(url, init)
    return { status: response.status, headers: response.headers, text: await response.text() }
  } catch {
    return undefined
  }
}

export type Fate =
  /** Acknowledged, so it must be there from now on. */
  // biome-ignore lint/suspicious/noExplicitAny: as in Reply.
  | { readonly type: "done"; readonly data: any; readonly reply: Reply }
  /** Answered with 503, so it must not have happened. */
  | { readonly type: "refused" }
  /** It may have happened, wholly. */
  | { readonly type: "unanswered" }

/** What became of a call that has no other reason to fail than the server's end. */
export async function fateOf(replying: Promise<Reply | undefined>): Promise<Fate> {
  const reply = await replying
  if (reply === undefined) return { type: "unanswered" }
  if (reply.status === 200) return { type: "done", data: reply.body.data, reply }
  if (isUnavailable(reply)) return { type: "refused" }
  throw new Error(`A call was answered ${outcomeOf(reply)}: ${reply.text}`)
}

/** The one way in which storage trouble may show itself. */
export function isUnavailable(reply: Reply): boolean {
  const isSaid = outcomeOf(reply) === "503 application/service_unavailable"
  return isSaid && Number(reply.headers.get("retry-after")) >= 1
}

/** As published clients do: what was refused is repeated, up to ten times. */
export function patiently(call: Call): Call {
  const repeat = async (sent: Parameters<Call>, timesLeft: number) => {
    const reply = await call(...sent)
    if (reply === undefined || !isUnavailable(reply) || timesLeft === 0) return reply
    await Bun.sleep(50)
    return repeat(sent, timesLeft - 1)
  }
  return (...sent) => repeat(sent, 10)
}

/** For calls after a restart, when the server has to answer. */
// biome-ignore lint/suspicious/noExplicitAny: as in Reply.
export async function dataOf(replying: Promise<Reply | undefined>): Promise<any> {
  const fate = await fateOf(replying)
  if (fate.type === "done") return fate.data
  throw new Error(`A call to a running server was ${fate.type}.`)
}
