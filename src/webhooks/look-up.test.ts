import { expect, test } from "bun:test"
import { createSocket } from "node:dgram"
import { lookUp } from "./look-up.ts"

/** A name server that is silent about names that begin with "silent", until it is released and knows none of them. */
async function startNameServer(lastByte = 34) {
  const socket = createSocket("udp4")
  const released = Promise.withResolvers<void>()
  let silenced = 0
  socket.on("message", async (question, { port, address }) => {
    const isSilent = question.includes("silent")
    if (isSilent) {
      silenced += 1
      await released.promise
    }
    const end = question.indexOf(0, 12) + 5
    const isFound = !isSilent && question.readUInt16BE(end - 4) === 1
    const reply = Buffer.from(question.subarray(0, end))
    // A response to one question, with an address, without one, or for a name that does not exist.
    reply.set([0x81, isSilent ? 0x83 : 0x80, 0, 1, 0, isFound ? 1 : 0, 0, 0, 0, 0], 2)
    const found = isFound ? [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 93, 184, 216, lastByte] : []
    socket.send(Buffer.concat([reply, Buffer.from(found)]), port, address)
  })
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve))
  const address = `127.0.0.1:${socket.address().port}`
  return { address, silenced: () => silenced, release: released.resolve, stop: () => socket.close() }
}

test("64 names whose name servers are silent delay no other name", async () => {
  const nameServer = await startNameServer()
  const nameServers = () => [nameServer.address]
  let ended = 0
  const silent = Array.from({ length: 64 }, (_, index) =>
    lookUp(`silent${index}.example.com`, nameServers)
      .catch(() => [])
      .finally(() => {
        ended += 1
      }),
  )
  expect(await lookUp("hook.example.com", nameServers)).toEqual(["93.184.216.34"])
  expect(ended).toBe(0)
  expect(nameServer.silenced()).toBeGreaterThanOrEqual(64)
  nameServer.release()
  await Promise.all(silent)
  nameServer.stop()
})

test("name servers that the system has been given since are asked at the next look-up", async () => {
  const [former, current] = [await startNameServer(1), await startNameServer(2)]
  expect(await lookUp("hook.example.com", () => [former.address])).toEqual(["93.184.216.1"])
  former.stop()
  expect(await lookUp("hook.example.com", () => [current.address])).toEqual(["93.184.216.2"])
  current.stop()
})
