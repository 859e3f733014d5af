/** One request that an endpoint got. */
export interface Received {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  // biome-ignore lint/suspicious/noExplicitAny: tests check what was really sent.
  readonly message: any
}

interface Answered {
  readonly status: number
  readonly headers?: Record<string, string>
}

/** What an endpoint answers, and when. */
export type Answer = (received: Received) => Answered | Promise<Answered>

/** A real endpoint of webhooks. */
export function startReceiver(answer: Answer = () => ({ status: 204 })) {
  const received: Received[] = []
  let answerNow = answer
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const body = await request.text()
      const one = {
        path: new URL(request.url).pathname,
        headers: request.headers.toJSON(),
        body,
        message: JSON.parse(body),
      }
      received.push(one)
      const { status, headers } = await answerNow(one)
      return new Response(status === 204 ? null : `said ${status}`, { status, ...(headers && { headers }) })
    },
  })
  return {
    received,
    url: (path = "/hook") => `http://127.0.0.1:${server.port}${path}`,
    names: () => received.map(({ message }) => message.data.changes.after?.name),
    answer(next: Answer) {
      answerNow = next
    },
    stop: () => server.stop(true),
  }
}
