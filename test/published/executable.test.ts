import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { statSync } from "node:fs"
import { join } from "node:path"
import { version } from "../../package.json"
import type { ServedCli } from "../cli/cli.ts"
import { expectWholeDashboard } from "../dashboard/whole.ts"
import { expectWholeDocs } from "../docs/whole.ts"
import { expectExamples } from "../examples/served.ts"
import { firstKeysOf } from "../harness/first-keys.ts"
import { steadyWindowMs } from "../harness/steady-window.ts"
import { ask } from "../requests/ask.ts"
import { halfSent } from "../requests/half-sent.ts"
import { untilNothingListens } from "../requests/is-listening.ts"
import { createDatabase } from "../services/postgres.ts"
import { childrenOf } from "../services/process-tree.ts"
import { sharedRedisUrl } from "../services/redis.ts"
import { type Executable, installExecutable } from "./executable.ts"

let keyward: Executable
beforeAll(async () => {
  keyward = installExecutable()
})
afterAll(() => keyward.remove())

test("tells its version and teaches, without anything around it", async () => {
  expect(await keyward.run(["--version"])).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" })
  const help = await keyward.run(["--help"])
  expect(help).toMatchObject({ code: 0, stderr: "" })
  expect(help.stdout).toContain("Commands:")
  expect((await keyward.run(["keys", "create-key", "--help"])).stdout).toContain("--api-id")
  expect(await keyward.run(["sreve"])).toMatchObject({ code: 2, stdout: "" })
})

test("says what to do where its user may not write", async () => {
  const refused = await keyward.run(["serve", "--port", "0"])
  expect(refused).toMatchObject({ code: 1, stdout: "" })
  expect(refused.stderr).toMatch(/data.*(--data|KEYWARD_DATA_DIR)/s)
  expect(refused.stderr.trim().split("\n")).toHaveLength(1)
})

test("says who may not write to a folder of another user", async () => {
  const refused = await keyward.run(["serve", "--port", "0", "--data", "."])
  expect(refused).toMatchObject({ code: 1, stdout: "" })
  expect(refused.stderr).toMatch(
    / belongs to user .*, and Keyward runs as user (\S+).*\. Run `chown -R \1 \S+` as root, or choose /,
  )
})

describe("on the embedded database", () => {
  let served: ServedCli
  let [operatorKey, rootKey, apiId, keyId, secret] = ["", "", "", "", ""]
  const data = () => join(keyward.home, "data")
  const stop = async () => {
    served.kill("SIGTERM")
    expect(await served.exit).toEqual({ code: 0, signal: null })
  }
  /** A command of the program that calls the service; gives what it printed as JSON. */
  const call = async (...args: readonly string[]) => {
    const ran = await keyward.run([...args, "--json"], { env: { KEYWARD_URL: served.url, KEYWARD_KEY: rootKey } })
    expect(ran).toMatchObject({ code: 0, stderr: "" })
    return JSON.parse(ran.stdout)
  }
  const verdict = (more: object = {}) => ask(served, "keys.verifyKey", { key: secret, ...more }, rootKey)

  test("names the file with its keys at the first start, and shows none of them", async () => {
    served = await keyward.serve(["--data", data()])
    expect(served.stdout()).not.toMatch(/kw_(?:op|root)_\w+/)
    const first = firstKeysOf(served)
    operatorKey = first.operatorKey
    rootKey = first.rootKey
    expect(served.stderr()).toBe("")
  })

  test("serves its pages from within", async () => {
    const document = await (await fetch(`${served.url}/openapi.json`)).json()
    expect(document).toMatchObject({ openapi: expect.stringMatching(/^3\.1/), info: { version } })
    await expectExamples(served.url)
    const reference = await (await fetch(`${served.url}/reference`)).text()
    const parts = [...reference.matchAll(/(?:href|src)="(\/[^"#]+\.(?:css|js)(?:\?[^"]*)?)"/g)].map(([, path]) => path)
    expect(parts.length).toBeGreaterThan(0)
    for (const path of parts) {
      const part = await fetch(`${served.url}${path}`)
      expect({ path, status: part.status, isEmpty: (await part.text()) === "" }).toEqual({
        path,
        status: 200,
        isEmpty: false,
      })
    }
  })

  test("serves the whole dashboard from within", () => expectWholeDashboard(served.url))

  test("serves all docs from within", () => expectWholeDocs(served.url))

  test("compares passwords in a thread from within", async () => {
    const response = await fetch(`${served.url}/v2/sessions.signIn`, {
      method: "POST",
      headers: { Origin: served.url, "Content-Type": "application/json" },
      body: JSON.stringify({ email: "nobody@example.com", password: "correct horse battery staple" }),
    })
    expect(response.status).toBe(401)
  })

  test("creates an API and a key with its own commands", async () => {
    const api = await call("apis", "create-api", "--name", "Payments")
    apiId = api.data.apiId
    const limit = JSON.stringify({ name: "requests", limit: 3, duration: steadyWindowMs })
    const credits = ["--credits.remaining", "4"]
    const key = await call("keys", "create-key", "--api-id", apiId, ...credits, "--ratelimits", limit)
    keyId = key.data.keyId
    secret = key.data.key
  })

  test("verifies, limits and meters", async () => {
    const limited = { ratelimits: [{ name: "requests" }] }
    const answers = [await verdict(limited), await verdict(limited), await verdict(limited), await verdict(limited)]
    expect(answers.map(({ code }) => code)).toEqual(["VALID", "VALID", "VALID", "RATE_LIMITED"])
    expect(answers.map(({ credits }) => credits)).toEqual([3, 2, 1, 1])
    expect((await verdict()).code).toBe("VALID")
    expect((await verdict()).code).toBe("USAGE_EXCEEDED")
  })

  test("keeps its data when it is stopped and started", async () => {
    await stop()
    served = await keyward.serve(["--data", data()])
    expect(served.stdout()).not.toContain("kw_")
    expect(await verdict()).toMatchObject({ code: "USAGE_EXCEEDED", keyId })
    await call("keys", "update-credits", "--key-id", keyId, "--operation", "set", "--value", "5")
    expect(await verdict()).toMatchObject({ code: "VALID", credits: 4 })
  })

  test("revokes: the key is dead when the call returns", async () => {
    await call("call", "keys.deleteKey", JSON.stringify({ keyId }), "--yes")
    expect((await verdict()).code).toBe("NOT_FOUND")
  })

  test("backs up while it serves, and the copy serves elsewhere", async () => {
    const folder = keyward.makeFolder("restored")
    const file = join(folder, "keyward.db")
    expect(await keyward.run(["backup", file, "--data", data()])).toMatchObject({ code: 0 })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const original = served
    served = await keyward.serve(["--data", folder])
    const apis = await call("apis", "list-apis")
    expect(apis.data).toMatchObject([{ id: apiId, name: "Payments" }])
    await stop()
    served = original
  })

  test("finishes what is in flight when it is told to stop", async () => {
    const request = await halfSent(served, operatorKey)
    served.kill("SIGTERM")
    await untilNothingListens(served)
    request.finish()
    await request.closed
    expect(request.received()).toStartWith("HTTP/1.1 200")
    expect(await served.exit).toEqual({ code: 0, signal: null })
  })

  test("checks the schema and the chain of events of what it left", async () => {
    const current = await keyward.run(["migrate", "--check", "--data", data()])
    expect(current).toMatchObject({ code: 0, stderr: "" })
    const audit = await keyward.run(["audit", "verify", "--data", data()])
    expect(audit).toMatchObject({ code: 0 })
    expect(audit.stdout).toMatch(/\d+ events/)
  })

  test("leaves nothing where it was started", () => {
    expect(keyward.leftovers()).toEqual([])
  })
})

describe("on PostgreSQL and Redis", () => {
  test("starts itself as several processes that share a port, and stops them all", async () => {
    const database = await createDatabase()
    const env = {
      KEYWARD_DATABASE_URL: database.url,
      KEYWARD_REDIS_URL: sharedRedisUrl(12),
      KEYWARD_NODES_PER_HOST: "2",
      KEYWARD_OPERATOR_KEY: "operator-key-of-the-test",
    }
    expect(await keyward.run(["migrate"], { env })).toMatchObject({ code: 0, stderr: "" })
    const served = await keyward.serve([], { env })
    expect(served.stdout()).toContain("with 2 processes")
    const children = childrenOf(served)
    expect(children).toHaveLength(2)

    const { rootKey } = await ask(served, "workspaces.createWorkspace", { name: "Test" }, env.KEYWARD_OPERATOR_KEY)
    const { apiId } = await ask(served, "apis.createApi", { name: "Test" }, rootKey)
    const limit = { name: "requests", limit: 10, duration: steadyWindowMs, autoApply: true }
    const { key, keyId } = await ask(served, "keys.createKey", { apiId, ratelimits: [limit] }, rootKey)
    /** How often each verdict was given, on as many connections. */
    const verifyOften = async () => {
      const verify = () => ask(served, "keys.verifyKey", { key }, rootKey)
      const codes = (await Promise.all(Array.from({ length: 20 }, verify))).map(({ code }) => code)
      return Object.fromEntries([...new Set(codes)].map((code) => [code, codes.filter((one) => one === code).length]))
    }
    expect(await verifyOften()).toEqual({ VALID: 10, RATE_LIMITED: 10 })
    await ask(served, "keys.deleteKey", { keyId }, rootKey)
    expect(await verifyOften()).toEqual({ NOT_FOUND: 20 })

    served.kill("SIGTERM")
    expect(await served.exit).toEqual({ code: 0, signal: null })
    for (const pid of children) expect(() => process.kill(pid, 0)).toThrow()
    expect(await keyward.run(["audit", "verify"], { env })).toMatchObject({ code: 0 })
    await database.drop()
  })
})
