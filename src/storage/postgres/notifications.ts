import { SQL } from "bun"
import type { Change, Ears, Feed, Spoiled } from "../port/nodes.ts"

/** What the nodes tell each other, on one channel, so that all of it arrives in the order of the commits. */
type Word =
  | readonly ["change", sequence: number, spoiled: Spoiled]
  | readonly ["applied", nodeId: string, sequence: number]
  | readonly ["heartbeat", nodeId: string, heartbeat: number]

/** The server takes less than 8,000 bytes. */
const longestWord = 7_900

export function spell(word: Word): string {
  return JSON.stringify(word)
}

export function spellChange({ sequence, spoiled }: Change): string {
  const whole = spell(["change", sequence, spoiled])
  return Buffer.byteLength(whole) <= longestWord ? whole : spell(["change", sequence, "all"])
}

interface FeedPlace {
  readonly url: string
  readonly channel: string
}

// A connection that only listens is idle, which some servers do not tolerate.
const session = { application_name: "keyward feed", idle_session_timeout: "0" }

/** A connection of its own that only listens. It is not made anew: whoever was deaf for a moment has to begin again. */
export async function openFeed({ url, channel }: FeedPlace, ears: Ears): Promise<Feed> {
  let isOpen = true
  let isListening = false
  const close = () => {
    if (!isOpen) return
    isOpen = false
    void client.close({ timeout: 0 }).catch(() => {})
  }
  const client = new SQL(url, {
    max: 1,
    idleTimeout: 0,
    connectionTimeout: 2,
    connection: session,
    onclose(error) {
      if (!isOpen) return
      close()
      if (isListening) ears.onDeaf(error)
    },
  })
  const hear = (text: string) => {
    if (isOpen) tell(ears, text)
  }
  try {
    await inTime(client.listen(channel, hear))
    isListening = true
  } catch (error) {
    close()
    throw error
  }
  return { close }
}

const patienceMs = 2_000

/** A connection that was made and then says nothing would be waited for until the system gives it up. */
async function inTime<T>(listening: Promise<T>): Promise<T> {
  const { promise: silence, reject } = Promise.withResolvers<never>()
  const giveUp = () => reject(new Error(`PostgreSQL has been silent for ${patienceMs} ms`))
  const timer = setTimeout(giveUp, patienceMs)
  try {
    return await Promise.race([listening, silence])
  } finally {
    clearTimeout(timer)
  }
}

function tell(ears: Ears, text: string): void {
  const word = understand(text)
  switch (word[0]) {
    case "change":
      ears.onChange({ sequence: word[1], spoiled: word[2] })
      break
    case "applied":
      ears.onAcknowledgement(word[1], word[2])
      break
    case "heartbeat":
      ears.onHeartbeat(word[1], word[2])
      break
    default:
      // Perhaps a newer version tells of a change so.
      ears.onChange({ sequence: 0, spoiled: "all" })
  }
}

function understand(text: string): Word | readonly [undefined] {
  try {
    const word: unknown = JSON.parse(text)
    return Array.isArray(word) ? (word as unknown as Word) : [undefined]
  } catch {
    return [undefined]
  }
}
