import { type Answer, attempt } from "../attempt.ts"
import type { CallOptions } from "../call.ts"
import { connectionOf } from "../connection.ts"
import type { KeysVerifyKeyInput, KeysVerifyKeyOutput } from "../generated/types.gen.ts"
import type { Verifier } from "../guard.ts"
import { createKeyward } from "../keyward.ts"
import type { Result } from "../result.ts"
import type { FailedAttempt } from "../retry.ts"
import { repeat, requestOf } from "../send.ts"
import { createAttachment, type VerifierState } from "./attachment.ts"
import { findHash } from "./hash.ts"
import { type LocalResult, resultOf } from "./held-key.ts"
import { isAskable, isDecidable } from "./request.ts"
import { globalWebSocket, type WebSocketConstructor } from "./socket.ts"
import { ownSurroundings, type Surroundings } from "./surroundings.ts"
import { createUsed } from "./used.ts"

export interface LocalVerifierOptions {
  /** Address of the service, such as `https://keys.example.com`. Default: the variable `KEYWARD_URL`. */
  readonly url?: string | undefined
  /** A root key with `workspace.*.attach_verifier` and `api.*.verify_key`. Default: the variable `KEYWARD_KEY`. */
  readonly key?: string | undefined
  /** Keys to hold in memory. Default: 10,000. */
  readonly maxRecords?: number | undefined
  /** Replaces the global `WebSocket`. Node has one from 22 on; before, pass that of the package `ws`. */
  readonly webSocket?: WebSocketConstructor | undefined
  /** Called when the state changes. Default: writes to the console when verifications go over HTTP. */
  readonly onState?: ((state: VerifierState, detail: string) => void) | undefined
}

/** Verifies keys in this process, and asks Keyward for what it cannot decide. */
export interface LocalVerifier extends Verifier {
  /** The verdict if it can be decided now, without waiting; otherwise undefined. It is shared and frozen. */
  readonly peek: (input: KeysVerifyKeyInput) => KeysVerifyKeyOutput | undefined
  /** How keys are verified now. */
  readonly state: VerifierState
  /** Verifications so far: decided in this process, over the connection, and over HTTP. */
  readonly counts: { readonly local: number; readonly asked: number; readonly http: number }
  /** Ends the connection. Resolves when Keyward knows, after a second at most. Later calls use HTTP. */
  readonly close: () => Promise<void>
}

const operation = "keys.verifyKey"
const defaultMaxRecords = 10_000

/** What `createLocalVerifier` does, with the surroundings as an argument. */
export function createVerifier(options: LocalVerifierOptions, surroundings: Surroundings): LocalVerifier {
  const { url, key, maxRecords = defaultMaxRecords, onState = warnAboutHttp } = options
  if (!Number.isInteger(maxRecords) || maxRecords < 1) {
    throw new TypeError(`maxRecords is ${maxRecords}. Pass a whole number from 1.`)
  }
  const { clocks, fetch } = surroundings
  const connection = connectionOf({ url, key, fetch })
  const { origin, caller } = connection
  const { credits } = createKeyward({ url, key, fetch })
  const used = createUsed()
  const counts = { local: 0, asked: 0, http: 0 }
  const hash = findHash()
  const attachment = createAttachment({
    origin,
    key: "key" in caller ? caller.key : "",
    webSocket: hash && (options.webSocket ?? globalWebSocket()),
    whyNot: hash === undefined ? "this runtime cannot hash at once" : noWebSocket,
    maxRecords,
    surroundings,
    used,
    onState,
  })

  const decideNow = (input: KeysVerifyKeyInput): LocalResult | undefined => {
    const link = attachment.link()
    if (link === undefined || hash === undefined || !isDecidable(input)) return undefined
    const decided = link.decide(hash(input.key), input)
    if (decided === undefined) return undefined
    const { held, code, time } = decided
    counts.local += 1
    if (used.count(held, { code, input, time })) link.report()
    return resultOf(held, code)
  }
  const overHttp = (input: KeysVerifyKeyInput, options: CallOptions, timeoutMs: number) => {
    counts.http += 1
    const init = requestOf(connection, { operation, kind: "consumption", input, options })
    return attempt({ operation, origin, fetch: connection.fetch, init, signal: options.signal, timeoutMs })
  }
  const once = async (input: KeysVerifyKeyInput, options: CallOptions, timeoutMs: number) => {
    const startedAt = clocks.monotonic()
    const link = isAskable(input) ? await attachment.linkSoon(timeoutMs) : undefined
    const left = Math.max(0, timeoutMs - (clocks.monotonic() - startedAt))
    if (link === undefined || hash === undefined || options.signal?.aborted) return overHttp(input, options, left)
    const question = { ...questionOf(input, hash, link.holds), timeoutMs: left, signal: options.signal }
    const outcome = await link.ask(question)
    if (outcome === "elsewhere") return overHttp(input, options, left)
    if (!surroundings.rules.losesAsks && isLost(outcome)) return overHttp(input, options, left)
    counts.asked += 1
    return outcome
  }

  return {
    keys: {
      verifyKey(input, options = {}) {
        const result = options.signal?.aborted ? undefined : decideNow(input)
        if (result !== undefined) return Promise.resolve(result)
        return repeat(connection, { operation, kind: "consumption", options }, (ms) => once(input, options, ms)).then(
          toResult,
        )
      },
    },
    credits: { commit: credits.commit },
    peek: (input) => decideNow(input)?.data,
    get state() {
      return attachment.state()
    },
    counts,
    close: attachment.close,
  }
}

const noWebSocket = "this runtime has no WebSocket. Use Node 22, or pass `webSocket`"

function warnAboutHttp(state: VerifierState, detail: string): void {
  if (state === "http") console.warn(detail)
}

/** The key itself stays in this process. */
function questionOf(
  { key, ...others }: KeysVerifyKeyInput,
  hash: (text: string) => string,
  holds: (hash: string) => boolean,
) {
  const whole = hash(key)
  const parts = key.split("_")
  const long = parts.length < 3 ? undefined : hash(parts.at(-1) ?? "")
  const held = holds(whole) ? true : undefined
  return { hash: whole, fields: JSON.stringify({ ...others, hash: whole, long, held }).slice(1, -1) }
}

function isLost(outcome: Answer | FailedAttempt): boolean {
  return "error" in outcome && outcome.error.code === "client/unreachable"
}

function toResult(outcome: Awaited<ReturnType<typeof repeat>>): Result<KeysVerifyKeyOutput> {
  if ("error" in outcome) return outcome
  const { envelope, headers } = outcome
  // The service sends what its operations declare.
  return { data: envelope.data as KeysVerifyKeyOutput, requestId: envelope.meta.requestId, headers }
}

export { ownSurroundings }
