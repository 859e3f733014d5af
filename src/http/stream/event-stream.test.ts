import { expect, test } from "bun:test"
import { createEventStream, type EventStream, type StreamEnd } from "./event-stream.ts"

const followed = { workspaceId: undefined, types: undefined, after: 0, latest: 0 }

function create(past: { join(): boolean; readNext(stream: EventStream): Promise<Uint8Array> }) {
  const ends: StreamEnd[] = []
  const stream = createEventStream({ followed, past, onEnd: (_, reason) => ends.push(reason) })
  return { stream, ends }
}

const upToDate = { join: () => true, readNext: async () => new Uint8Array() }
const chunk = new Uint8Array(65_536).fill(97)

test("a reader that leaves 1 MiB unread is cut, and gets nothing of it", async () => {
  const { stream, ends } = create(upToDate)
  let sent = 0
  for (; ends.length === 0; sent++) stream.send(chunk)
  expect(ends).toEqual(["slow_reader"])
  expect(sent * chunk.byteLength).toBeGreaterThan(1024 ** 2)
  expect(sent * chunk.byteLength).toBeLessThan(1.25 * 1024 ** 2)
  stream.send(chunk)
  const received = await new Response(stream.body).arrayBuffer()
  expect(received.byteLength).toBeLessThan(2 * chunk.byteLength)
})

test("a reader of the past is never cut: the next page is read when it has taken the last one", async () => {
  let pages = 0
  const { stream, ends } = create({
    join: () => pages === 50,
    async readNext() {
      pages += 1
      return pages % 2 === 0 ? new Uint8Array() : chunk
    },
  })
  const reader = stream.body.getReader()
  await reader.read()
  await reader.read()
  expect(pages).toBeLessThan(6)
  let bytes = chunk.byteLength
  while (bytes < 25 * chunk.byteLength) bytes += (await reader.read()).value?.byteLength ?? 0
  stream.send(chunk)
  expect((await reader.read()).value).toEqual(chunk)
  expect(ends).toEqual([])
  await reader.cancel()
  expect(ends).toEqual(["reader_left"])
})

test("a failed read of the past ends the stream, so that its reader comes back", async () => {
  const { stream, ends } = create({ join: () => false, readNext: () => Promise.reject(new Error("down")) })
  expect(await new Response(stream.body).text()).toBe("retry: 2000\n\n")
  expect(ends).toEqual(["storage_unavailable"])
})
