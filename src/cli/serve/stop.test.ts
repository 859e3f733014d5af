import { describe, expect, test } from "bun:test"
import { once } from "node:events"
import { connect } from "node:net"
import { join } from "node:path"
import { startServe } from "../../../test/cli/cli.ts"
import { halfSent } from "../../../test/requests/half-sent.ts"
import { untilNothingListens } from "../../../test/requests/is-listening.ts"
import { startProcess } from "../../../test/services/child-process.ts"
import { testFolder } from "../../../test/services/test-folder.ts"

const { newPath: newFolder } = testFolder()

const operatorKey = "operator-key-of-the-test"

describe("a server that waits for something that never comes", () => {
  const path = JSON.stringify(join(import.meta.dir, "until-stopped.ts"))
  const start = (stop: string) =>
    startProcess({
      command: [
        process.execPath,
        "-e",
        `const { untilStopped } = await import(${path})
         const output = { print: console.log, error: console.error }
         const stop = ${stop}
         setInterval(() => {}, 60_000)
         const stopped = untilStopped({ stop }, { output, isSupervised: false, longestStopMs: 100 })
         console.log("serving")
         await stopped`,
      ],
    })

  test.each([
    ["its storage never closes", "() => new Promise(() => {})"],
    ["something keeps it open", "async () => {}"],
  ])("ends and says so, although %s", async (_what, stop) => {
    const child = start(stop)
    await child.waitForOutput(/serving/)
    child.kill("SIGTERM")
    expect(await child.exit).toEqual({ code: 1, signal: null })
    expect(child.stderr()).toContain("Keyward did not stop within 0.1 s, so the process ends now.")
  })
})

describe("a signal to stop", () => {
  test.each(["SIGTERM", "SIGINT"] as const)(
    "%s lets what is in flight finish and takes nothing new",
    async (signal) => {
      const served = await startServe(["--data", newFolder()], { KEYWARD_OPERATOR_KEY: operatorKey })
      const request = await halfSent(served, operatorKey)
      served.kill(signal)
      await untilNothingListens(served)
      request.finish()
      await request.closed
      expect(request.received()).toStartWith("HTTP/1.1 200")
      expect(request.received()).toContain('"rootKey":"kw_root_')
      expect(await served.exit).toEqual({ code: 0, signal: null })
      const lines = served.stderr().trim().split("\n")
      expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({ message: "Keyward has stopped.", cause: signal })
      expect(lines.filter((line) => line.includes("has stopped"))).toHaveLength(1)
    },
  )

  // Beside the next two, because it takes ten seconds.
  test.concurrent("waits ten seconds and no longer for a request that does not finish", async () => {
    const served = await startServe(["--data", newFolder()], { KEYWARD_OPERATOR_KEY: operatorKey })
    await halfSent(served, operatorKey)
    const startedAt = performance.now()
    served.kill("SIGTERM")
    expect(await served.exit).toEqual({ code: 0, signal: null })
    const tookMs = performance.now() - startedAt
    expect(tookMs).toBeGreaterThan(9_000)
    // Without its limit, it would end 30 seconds after the request began: a body that takes longer is refused.
    expect(tookMs).toBeLessThan(25_000)
  })

  test.concurrent("ends it at once when it comes twice", async () => {
    const served = await startServe(["--data", newFolder()], { KEYWARD_OPERATOR_KEY: operatorKey })
    await halfSent(served, operatorKey)
    served.kill("SIGTERM")
    await untilNothingListens(served)
    await Bun.sleep(600)
    served.kill("SIGTERM")
    expect(await served.exit).toEqual({ code: 143, signal: null })
  })

  test.concurrent("is one signal when whoever started it passes it on besides", async () => {
    const served = await startServe(["--data", newFolder()], { KEYWARD_OPERATOR_KEY: operatorKey })
    const request = await halfSent(served, operatorKey)
    served.kill("SIGINT")
    // Another signal, because the kernel may deliver the same one only once.
    served.kill("SIGTERM")
    await untilNothingListens(served)
    await Bun.sleep(200)
    request.finish()
    await request.closed
    expect(request.received()).toStartWith("HTTP/1.1 200")
    expect(await served.exit).toEqual({ code: 0, signal: null })
  })

  test("does not wait for connections on which nothing happens", async () => {
    const served = await startServe(["--data", newFolder()], { KEYWARD_OPERATOR_KEY: operatorKey })
    const idle = connect(served.port, "127.0.0.1")
    idle.on("error", () => {})
    await once(idle, "connect")
    // The server accepts connections in their order, so it has also accepted the one on which nothing came.
    await fetch(`http://127.0.0.1:${served.port}/readyz`, { keepalive: true })
    const startedAt = performance.now()
    served.kill("SIGTERM")
    expect((await served.exit).code).toBe(0)
    // For a request, it would wait ten seconds.
    expect(performance.now() - startedAt).toBeLessThan(9_000)
  })
})
