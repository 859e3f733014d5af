import { describe, expect, test } from "bun:test"
import { SQL } from "bun"
import { findFreePort } from "../../scripts/test/service.ts"
import { startCli, startServe } from "../cli/cli.ts"
import { operatorKey } from "../crash/node.ts"
import { createDatabase } from "../services/postgres.ts"
import { temporaryFolder } from "../services/temporary-folder.ts"

const schemaLock = 7_521_001

describe("a server that starts", () => {
  test("answers 503 in the envelope, whatever is asked, and logs it", async () => {
    const database = await createDatabase()
    const [port, metricsPort] = [await findFreePort(), await findFreePort()]
    const url = `http://127.0.0.1:${port}`
    // A running migration delays a starting server.
    const migrating = new SQL(database.url, { max: 1 })
    await migrating`select pg_advisory_lock(${schemaLock})`
    const starting = startCli(["serve", "--port", String(port)], {
      KEYWARD_OPERATOR_KEY: operatorKey,
      KEYWARD_DATABASE_URL: database.url,
      KEYWARD_METRICS_PORT: String(metricsPort),
    })
    const isListening = () =>
      fetch(url).then(
        () => true,
        () => false,
      )
    while (!(await isListening())) await Bun.sleep(10)

    const headers = { Authorization: `Bearer ${operatorKey}`, "Content-Type": "application/json" }
    const requests: readonly (readonly [string, RequestInit])[] = [
      [`${url}/v2/keys.verifyKey`, { method: "POST", headers, body: '{"key":"x"}' }],
      [`${url}/v2/workspaces.createWorkspace`, { method: "POST", headers, body: '{"name":"Early"}' }],
      [`${url}/readyz`, {}],
      [`${url}/v2/liveness`, {}],
      [`${url}/nowhere`, { method: "DELETE" }],
      [`http://127.0.0.1:${metricsPort}/metrics`, {}],
    ]
    const seen = new Set<string>()
    for (const [address, init] of requests) {
      const response = await fetch(address, init)
      const { meta, error } = await response.json()
      expect(response.status).toBe(503)
      expect(error).toEqual({
        title: "Service Unavailable",
        detail: "The server is starting. Send the request again in a moment.",
        status: 503,
        type: `http://localhost:${port}/api-reference/errors-v2/service/application/service_unavailable`,
      })
      expect(meta.requestId).toMatch(/^req_[1-9A-HJ-NP-Za-km-z]{22}$/)
      expect(Object.fromEntries(response.headers)).toMatchObject({
        "x-request-id": meta.requestId,
        "retry-after": "1",
        "content-type": "application/json",
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
      })
      seen.add(meta.requestId)
      await starting.waitForOutput(new RegExp(`"requestId":"${meta.requestId}".*"status":503.*service_unavailable`))
    }
    expect(seen.size).toBe(requests.length)
    const problem = await fetch(url, { headers: { Accept: "application/problem+json" } })
    expect(problem.headers.get("content-type")).toBe("application/problem+json")
    const head = await fetch(url, { method: "HEAD" })
    expect([head.status, await head.text()]).toEqual([503, ""])

    await migrating.close()
    await starting.waitForOutput(/Keyward listens on/)
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    starting.kill("SIGTERM")
    await starting.exit
    await database.drop()
  })
})

describe("a server that stops", () => {
  test("answers in the envelope, or not at all", async () => {
    const folder = temporaryFolder()
    const served = await startServe(["--data", folder.path], { KEYWARD_OPERATOR_KEY: operatorKey })
    const headers = { Authorization: `Bearer ${operatorKey}`, "Content-Type": "application/json" }
    const create = { method: "POST", headers, body: '{"name":"Late"}' }
    const ask = async (path: string, init: RequestInit) => {
      const response = await fetch(`${served.url}${path}`, init)
      return { id: response.headers.get("x-request-id"), text: await response.text() }
    }
    const replies: Awaited<ReturnType<typeof ask>>[] = []
    /** Over keep-alive connections, until the server accepts no more requests. */
    const client = async (path: string, init: RequestInit): Promise<void> => {
      const reply = await ask(path, init).catch(() => undefined)
      if (reply === undefined) return
      replies.push(reply)
      return client(path, init)
    }
    const clients = [
      ...Array.from({ length: 4 }, () => client("/v2/workspaces.createWorkspace", create)),
      ...Array.from({ length: 4 }, () => client("/readyz", {})),
    ]
    while (replies.length < 50) await Bun.sleep(5)
    served.kill("SIGTERM")
    await Promise.all(clients)
    expect(await served.exit).toEqual({ code: 0, signal: null })
    for (const { id, text } of replies) expect(JSON.parse(text).meta.requestId).toBe(id)
    folder.remove()
  })
})
