import type { Reply, TestServer } from "../harness/harness.ts"
import { openConnection, parse } from "../requests/raw-request.ts"

export interface Trickled {
  readonly reply: Reply
  readonly tookMs: number
}

/** Creates an API with a body that arrives in parts, one per second. It stops after the last part, or after `untilMs`. */
export async function trickle(
  server: TestServer,
  framing: string,
  parts: readonly string[],
  untilMs = Number.POSITIVE_INFINITY,
): Promise<Trickled> {
  const startedAt = performance.now()
  const connection = openConnection(server)
  let isAnswered = false
  const answered = connection.answered.then(() => {
    isAnswered = true
  })
  connection.write(
    `POST /v2/apis.createApi HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${server.rootKey}\r\n` +
      `Content-Type: application/json\r\n${framing}\r\n\r\n`,
  )
  for (const [index, part] of parts.entries()) {
    if (isAnswered || performance.now() - startedAt > untilMs) break
    connection.write(part)
    // By the clock, so that delays of a busy machine do not add up.
    const waitMs = Math.max(0, startedAt + (index + 1) * 1_000 - performance.now())
    await Promise.race([Bun.sleep(waitMs), answered])
  }
  await answered
  const tookMs = performance.now() - startedAt
  connection.close()
  return { reply: parse(connection.received()), tookMs }
}
