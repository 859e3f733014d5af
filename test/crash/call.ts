import type { Reply } from "../harness/harness.ts"
import { outcomeOf } from "../requests/outcome.ts"

/** POST /v2/<operation>. The reply is undefined if the server ended before it responded. */
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
      // On a kept-alive connection Bun would repeat the request automatically when the server ends.
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

export type CallResult =
  /** Acknowledged, so it must have taken effect. */
  // biome-ignore lint/suspicious/noExplicitAny: as in Reply.
  | { readonly type: "done"; readonly data: any; readonly reply: Reply }
  /** Refused with 503, so it must not have taken effect. */
  | { readonly type: "refused" }
  /** Not answered, so it took effect completely or not at all. */
  | { readonly type: "unanswered" }

/** The result of a call that can fail only because the server ends. */
export async function resultOf(replying: Promise<Reply | undefined>): Promise<CallResult> {
  const reply = await replying
  if (reply === undefined) return { type: "unanswered" }
  if (reply.status === 200) return { type: "done", data: reply.body.data, reply }
  if (isUnavailable(reply)) return { type: "refused" }
  throw new Error(`A call was answered ${outcomeOf(reply)}: ${reply.text}`)
}

/** The only response that a failure of the storage may cause. */
export function isUnavailable(reply: Reply): boolean {
  const hasCode = outcomeOf(reply) === "503 application/service_unavailable"
  return hasCode && Number(reply.headers.get("retry-after")) >= 1
}

/** Repeats a refused call, as published clients do. */
export function withRetries(call: Call): Call {
  const repeat = async (sent: Parameters<Call>, timesLeft: number) => {
    const reply = await call(...sent)
    if (reply === undefined || !isUnavailable(reply) || timesLeft === 0) return reply
    await Bun.sleep(50)
    return repeat(sent, timesLeft - 1)
  }
  return (...sent) => repeat(sent, 200)
}

/** For calls to a running server, which must succeed. */
// biome-ignore lint/suspicious/noExplicitAny: as in Reply.
export async function dataOf(replying: Promise<Reply | undefined>): Promise<any> {
  const result = await resultOf(replying)
  if (result.type === "done") return result.data
  throw new Error(`A call to a running server was ${result.type}.`)
}
