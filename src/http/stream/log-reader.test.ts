import { expect, test } from "bun:test"
import { serveKeyward } from "../../../test/harness/serve-keyward.ts"
import { until } from "../../../test/harness/until.ts"
import type { Store } from "../../storage/port/store.ts"
import type { EventStream } from "./event-stream.ts"
import { createLogReader } from "./log-reader.ts"

let store: Store
const keyward = serveKeyward({
  engine: "sqlite",
  wrapStore: (served) => {
    store = served
    return served
  },
})

const rename = (name: string) => keyward.ok("workspaces.updateWorkspace", { name })

/** A stream of the workspace that is up to date, and what it has been sent. */
function streamAt(position: number) {
  const sent: string[] = []
  const note = (bytes: Uint8Array) => sent.push(...namesIn(bytes))
  const followed = { workspaceId: keyward.workspaceId, types: undefined, after: position, latest: position }
  const stream: EventStream = { followed, position, body: new ReadableStream(), send: note, end: () => {} }
  return { stream, sent, note }
}

function namesIn(bytes: Uint8Array): readonly string[] {
  return [...new TextDecoder().decode(bytes).matchAll(/^data: (.+)$/gm)].map(
    ([, data = ""]) => JSON.parse(data).data.changes.after.name,
  )
}

test("a stream that has read new events itself gets them once, and so does one that waited for them", async () => {
  const latest = await store.events.findLatest()
  const reader = createLogReader({ store, report: (error) => expect(error).toBeUndefined() })
  reader.beginAt(latest)
  const [waiting, ahead] = [streamAt(latest), streamAt(latest)]
  expect(reader.join(waiting.stream)).toBe(true)
  await rename("First")
  await rename("Second")
  ahead.note(await reader.readNext(ahead.stream))
  expect(ahead.sent).toEqual(["First", "Second"])
  expect(reader.join(ahead.stream)).toBe(true)
  await until(() => waiting.sent.length === 2)
  await rename("Third")
  reader.look()
  await until(() => waiting.sent.length >= 3 && ahead.sent.length >= 3)
  expect([waiting.sent, ahead.sent]).toEqual(Array.from({ length: 2 }, () => ["First", "Second", "Third"]))
  // Without streams, the reader does not look again.
  for (const { stream } of [waiting, ahead]) reader.leave(stream)
})
