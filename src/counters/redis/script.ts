import { CountersUnavailable } from "../counters.ts"
import type { RedisConnection } from "./connection.ts"
import refundSource from "./refund.lua" with { type: "text" }
import takeSource from "./take.lua" with { type: "text" }

export interface Script {
  readonly source: string
  readonly digest: string
}

export const takeScript = scriptOf(takeSource)
export const refundScript = scriptOf(refundSource)

/** Calls a script by its digest and sends the text only to a server that does not know it. */
export async function runScript(
  { send }: Pick<RedisConnection, "send">,
  { source, digest }: Script,
  keysAndArguments: readonly string[],
): Promise<unknown> {
  try {
    return await send("EVALSHA", [digest, ...keysAndArguments])
  } catch (error) {
    if (!isUnknownScript(error)) throw error
    return send("EVAL", [source, ...keysAndArguments])
  }
}

function scriptOf(source: string): Script {
  return { source, digest: new Bun.CryptoHasher("sha1").update(source).digest("hex") }
}

function isUnknownScript(error: unknown): boolean {
  const cause = error instanceof CountersUnavailable ? error.cause : error
  return cause instanceof Error && cause.message.startsWith("NOSCRIPT")
}
