import type { WireEvent } from "../harness/harness.ts"

export interface Message {
  readonly id: string
  readonly type: string
  readonly timestamp: string
  readonly data: WireEvent & { readonly changesOmitted?: true }
}

/** An open stream of events. */
export interface Followed {
  readonly headers: Headers
  /** All text so far. */
  text(): string
  /** All messages so far. */
  messages(): readonly Message[]
  /** Resolves with the first messages once there are so many, and fails if the stream ends before. */
  first(count: number): Promise<readonly Message[]>
  /** Resolves when the server has ended the stream. */
  readonly ended: Promise<void>
  leave(): void
}

/** Reads a response with server-sent events. Throws if it is another one. */
export function followed(response: Response): Followed {
  const isStream = response.headers.get("content-type") === "text/event-stream"
  if (response.status !== 200 || !isStream || response.body === null) throw new Error(`No stream: ${response.status}`)
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let text = ""
  let news = Promise.withResolvers<void>()
  let hasEnded = false
  const read = async () => {
    for (;;) {
      const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }))
      if (done) break
      text += decoder.decode(value, { stream: true })
      news.resolve()
      news = Promise.withResolvers<void>()
    }
    hasEnded = true
    news.resolve()
  }
  const ended = read()
  const messages = () => messagesIn(text)
  return {
    headers: response.headers,
    text: () => text,
    messages,
    ended,
    async first(count) {
      while (messages().length < count) {
        if (hasEnded) throw new Error(`The stream ended after: ${text}`)
        await news.promise
      }
      return messages().slice(0, count)
    },
    leave: () => void reader.cancel().catch(() => {}),
  }
}

function messagesIn(text: string): readonly Message[] {
  const whole = text.slice(0, text.lastIndexOf("\n\n") + 1)
  return [...whole.matchAll(/^id: (.+)\ndata: (.+)\n/gm)].map(([, id = "", data = ""]) => ({ id, ...JSON.parse(data) }))
}
