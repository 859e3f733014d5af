import { createHash } from "node:crypto"
import { until } from "../harness/until.ts"

/** A message of the protocol, as it was received. */
// biome-ignore lint/suspicious/noExplicitAny: tests look at what really came.
export type Frame = any

/** One connection that sends what a test says, and does nothing by itself. */
export interface RawVerifier {
  readonly frames: readonly Frame[]
  /** How the connection ended. */
  readonly end: Ended | undefined
  send(message: Frame): void
  sendText(text: string | Uint8Array<ArrayBuffer>): void
  /** Waits for the next message of this type that was not returned before. */
  next(t: string): Promise<Frame>
  /** Asks about one key, and waits for the answer. */
  ask(key: string, more?: Frame): Promise<Frame>
  /** The lease, or undefined if the connection ends instead. */
  renew(): Promise<Frame>
  /** From now on, every drop is acknowledged when it arrives. */
  acknowledge(): void
  /** Bytes that the runtime has not sent yet. */
  unsent(): number
  close(code?: number): void
  ended(): Promise<Ended>
}

export interface Ended {
  readonly code: number
  readonly reason: string
}

export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("base64")
}

export async function connect(url: string, protocol = "keyward.verifier.1"): Promise<RawVerifier> {
  const socket = new WebSocket(`${url.replace(/^http/, "ws")}/v2/verifier`, [protocol])
  const frames: Frame[] = []
  const taken = new Set<Frame>()
  let end: { code: number; reason: string } | undefined
  let lastAsk = 0
  let lastRenewal = 0
  let acknowledges = false
  socket.onmessage = ({ data }) => {
    const frame = JSON.parse(String(data))
    frames.push(frame)
    if (acknowledges && frame.t === "drop") raw.send({ t: "ack", n: frame.n })
  }
  socket.onclose = ({ code, reason }) => {
    end = { code, reason }
  }
  await new Promise((resolve) => {
    socket.onopen = resolve
    socket.onerror = resolve
  })
  const take = (fits: (frame: Frame) => boolean) => {
    const frame = frames.find((one) => !taken.has(one) && fits(one))
    if (frame !== undefined) taken.add(frame)
    return frame
  }
  const raw: RawVerifier = {
    frames,
    get end() {
      return end
    },
    send: (message) => socket.send(JSON.stringify(message)),
    sendText: (text) => socket.send(text),
    next: (t) =>
      until(
        () => take((frame) => frame.t === t),
        () => `No ${t} came, but ${JSON.stringify(frames.slice(-3))} and ${JSON.stringify(end)}.`,
        20_000,
      ),
    async ask(key, more = {}) {
      lastAsk += 1
      const i = lastAsk
      raw.send({ t: "verify", asks: [{ i, hash: hashOf(key), ...more }] })
      const isAnswer = (answer: Frame) => answer.i === i
      const frame = await until(() => frames.find(({ t, answers }) => t === "verdicts" && answers.some(isAnswer)))
      return frame.answers.find(isAnswer)
    },
    async renew() {
      lastRenewal += 1
      const n = lastRenewal
      raw.send({ t: "renew", n })
      return until(() => frames.find((frame) => frame.t === "lease" && frame.n === n) ?? (end && { end })).then(
        (found) => ("end" in found ? undefined : found),
      )
    },
    acknowledge() {
      acknowledges = true
      const last = frames.findLast(({ t }) => t === "drop")
      if (last !== undefined) raw.send({ t: "ack", n: last.n })
    },
    unsent: () => socket.bufferedAmount,
    close: (code = 4000) => socket.close(code),
    ended: () => until(() => end),
  }
  return raw
}

/** Connects and says hello. Returns how the connection ended, if the verifier is refused. */
export async function tryToAttach(url: string, key: string): Promise<RawVerifier | Ended> {
  const raw = await connect(url)
  raw.send({ t: "hello", key, client: "test" })
  return until(() => raw.end ?? (raw.frames.some(({ t }) => t === "welcome") && raw))
}

/** Connects and says hello. */
export async function attach(url: string, key: string): Promise<RawVerifier> {
  const raw = await connect(url)
  raw.send({ t: "hello", key, client: "test" })
  await raw.next("welcome")
  return raw
}
