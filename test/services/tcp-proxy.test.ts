import { afterAll, beforeAll, expect, test } from "bun:test"
import { connect, createServer } from "node:net"
import { startTcpProxy, type TcpProxy } from "./tcp-proxy.ts"

const heard: string[] = []
const echo = createServer((client) => {
  client.on("error", () => {})
  client.on("data", (chunk) => {
    heard.push(String(chunk))
    client.write(chunk)
  })
})
let proxy: TcpProxy

beforeAll(async () => {
  await new Promise<void>((resolve) => echo.listen(0, "127.0.0.1", resolve))
  const address = echo.address()
  proxy = await startTcpProxy(typeof address === "object" && address !== null ? address.port : 0)
})
afterAll(() => {
  proxy.stop()
  echo.close()
})

const silenceMs = 1_000

/** What comes back for a text in this time; nothing if the connection ends. */
async function say(text: string, longestMs = 60_000): Promise<string> {
  const socket = connect(proxy.port, "127.0.0.1")
  let answer = ""
  const ended = new Promise<void>((resolve) => socket.on("close", () => resolve()))
  const answered = new Promise<void>((resolve) =>
    socket.on("data", (chunk) => {
      answer += chunk
      resolve()
    }),
  )
  socket.on("error", () => {})
  socket.write(text)
  await Promise.race([ended, answered, Bun.sleep(longestMs)])
  socket.destroy()
  return answer
}

test("hands on what is sent in both directions", async () => {
  expect(await say("hello")).toBe("hello")
})

test("refuses while it is cut, and hands on again once it is mended", async () => {
  proxy.cut()
  expect(await say("one")).toBe("")
  await proxy.mend()
  expect(await say("two")).toBe("two")
  expect(heard).not.toContain("one")
})

test("says nothing while it is stalled", async () => {
  proxy.stall("all")
  expect(await say("late", silenceMs)).toBe("")
  proxy.flow()
  expect(await say("again")).toBe("again")
  proxy.stall("present")
  expect(await say("spared")).toBe("spared")
})

test("stands still as soon as something is said", async () => {
  proxy.loseNext({ text: "hush", what: "everything", after: "" })
  expect(await say("still here")).toBe("still here")
  expect(await say("now hush", silenceMs)).toBe("")
  expect(await say("anybody", silenceMs)).toBe("")
  proxy.flow()
  expect(await say("back")).toBe("back")
  expect(heard).not.toContain("now hush")
})

test("loses a request, or the answer to it, once", async () => {
  proxy.loseNext({ text: "commit", what: "request", after: "mine" })
  expect(await say("other commit")).toBe("other commit")
  expect(await say("mine 1 commit")).toBe("")
  proxy.loseNext({ text: "commit", what: "answer", after: "mine" })
  expect(await say("mine 2 commit")).toBe("")
  expect(await say("mine 3 commit")).toBe("mine 3 commit")
  await Bun.sleep(20)
  expect(heard.filter((text) => text.startsWith("mine"))).toEqual(["mine 2 commit", "mine 3 commit"])
})
