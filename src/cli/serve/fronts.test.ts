import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { runHere, runProcess, type ServedCli, startServe } from "../../../test/cli/cli.ts"
import { engines } from "../../../test/harness/harness.ts"
import { until } from "../../../test/harness/until.ts"
import { halfSent, statusesOf } from "../../../test/requests/half-sent.ts"
import { untilNothingListens } from "../../../test/requests/is-listening.ts"
import { createDatabase } from "../../../test/services/postgres.ts"
import { childrenOf, isAlive } from "../../../test/services/process-tree.ts"
import { testFolder } from "../../../test/services/test-folder.ts"
import type { Finding } from "../commands/doctor/finding.ts"

const operatorKey = "operator-key-of-the-test"
const environment = { KEYWARD_FRONTS: "2", KEYWARD_OPERATOR_KEY: operatorKey, KEYWARD_WEBHOOKS: "off" }

/** Uses a new connection, which any of the processes may accept. */
async function call({ port }: Pick<ServedCli, "port">, operation: string, body: unknown, key: string) {
  const answer = await fetch(`http://127.0.0.1:${port}/v2/${operation}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json", Connection: "close" },
    body: JSON.stringify(body),
  })
  return { status: answer.status, ...(await answer.json()) }
}

async function createKey(served: ServedCli) {
  const { rootKey, workspaceId } = (await call(served, "workspaces.createWorkspace", { name: "Fronts" }, operatorKey))
    .data
  const { apiId } = (await call(served, "apis.createApi", { name: "Fronts" }, rootKey)).data
  const { keyId, key } = (await call(served, "keys.createKey", { apiId }, rootKey)).data
  return { rootKey, workspaceId, keyId, key }
}

describe.each([...engines])("two fronts on %s", (engine) => {
  const data = testFolder()
  let settings: Record<string, string>
  let served: ServedCli
  let subject: Awaited<ReturnType<typeof createKey>>
  let drop = async () => {}

  beforeAll(async () => {
    const database = engine === "postgres" ? await createDatabase() : undefined
    drop = async () => database?.drop()
    settings = {
      ...environment,
      KEYWARD_DATA_DIR: data.path,
      TMPDIR: data.path,
      ...(database && { KEYWARD_DATABASE_URL: database.url }),
    }
    served = await startServe([], settings)
    subject = await createKey(served)
  })
  afterAll(async () => {
    served.kill("SIGKILL")
    await served.exit
    await drop()
  })
  /** Undefined if the process that had accepted the connection is gone. */
  const verify = async (): Promise<string | undefined> => {
    const answer = await call(served, "keys.verifyKey", { key: subject.key }, subject.rootKey).catch(() => undefined)
    return answer?.data?.code
  }
  /** A process that has accepted a call may be the one that a test has just stopped, so it is repeated. */
  const setEnabled = async (enabled: boolean) => {
    const change = { keyId: subject.keyId, enabled }
    await until(async () => {
      const answer = await call(served, "keys.updateKey", change, subject.rootKey).catch(() => undefined)
      return answer?.status === 200
    })
  }
  /** What verifications after a change say that it excludes. */
  const staleAfter = async (enabled: boolean): Promise<readonly string[]> => {
    await setEnabled(enabled)
    const codes = await Promise.all(Array.from({ length: 6 }, verify))
    return codes.filter((code) => code !== undefined && code !== (enabled ? "VALID" : "DISABLED")) as string[]
  }

  const socketFolders = () =>
    readdirSync(data.path).filter((name) => name.startsWith("fronts") || name.startsWith("keyward-fronts-"))

  test("are started by one command, and their socket is for their user only", () => {
    expect(childrenOf(served)).toHaveLength(2)
    expect(served.stdout()).toContain(`http://localhost:${served.port} with 2 fronts (stop it with Ctrl-C).`)
    const [folder = ""] = socketFolders()
    expect(statSync(join(data.path, folder)).mode & 0o777).toBe(0o700)
    expect(statSync(join(data.path, folder, "main.sock")).mode & 0o777).toBe(0o600)
  })

  test("are one server: what one has answered the others know", async () => {
    const stale: string[] = []
    for (let round = 0; round < 30; round += 1) stale.push(...(await staleAfter(round % 2 === 1)))
    expect(stale).toEqual([])
  })

  test("one that is killed is started again, while the others serve and forget", async () => {
    const [victim = 0] = childrenOf(served)
    process.kill(victim, "SIGKILL")
    expect(await staleAfter(false)).toEqual([])
    await served.waitForOutput(/Front \d of 2 serves again/)
    expect(served.stderr()).toContain(`pid ${victim}, SIGKILL`)
    expect(childrenOf(served)).toHaveLength(2)
    expect(await staleAfter(true)).toEqual([])
  })

  test("one that hangs delays a change by at most its lease, and is replaced", async () => {
    const [victim = 0] = childrenOf(served)
    for (let call = 0; call < 12; call += 1) expect(await verify()).toBe("VALID")
    process.kill(victim, "SIGSTOP")
    expect(await staleAfter(false)).toEqual([])
    await until(() => !isAlive(victim))
    expect(await staleAfter(true)).toEqual([])
    await until(() => childrenOf(served).length === 2)
  })

  test("end when the main process is killed, and leave the port to the next one", async () => {
    const left = childrenOf(served)
    served.kill("SIGKILL")
    await untilNothingListens(served)
    await until(() => !left.some(isAlive))
    served = await startServe([], settings)
    expect(socketFolders()).toHaveLength(1)
    expect(await verify()).toBe("VALID")
    served.kill("SIGTERM")
    expect(await served.exit).toEqual({ code: 0, signal: null })
    expect(socketFolders()).toEqual([])
  })
})

describe("a server with fronts", () => {
  const data = testFolder()
  const start = (more: Record<string, string> = {}) =>
    startServe([], { ...environment, KEYWARD_DATA_DIR: data.path, ...more })

  test("finishes its requests when it is stopped, and counts every one of them", async () => {
    // A process that was killed has left it behind.
    mkdirSync(join(data.path, "fronts"))
    writeFileSync(join(data.path, "fronts", "main.sock"), "")
    const served = await start()
    const { rootKey, workspaceId, key } = await createKey(served)
    for (let round = 0; round < 40; round += 1) await call(served, "keys.verifyKey", { key }, rootKey)
    const requests = await Promise.all(Array.from({ length: 6 }, () => halfSent(served, operatorKey)))
    const fronts = childrenOf(served)
    // A terminal signals every process.
    for (const pid of [...fronts, served.pid]) process.kill(pid, "SIGINT")
    await untilNothingListens(served)
    expect(await statusesOf(requests)).toEqual(requests.map(() => "HTTP/1.1 200"))
    expect(await served.exit).toEqual({ code: 0, signal: null })
    expect(fronts.filter(isAlive)).toEqual([])
    const lines = served.stderr().split("\n")
    expect(lines.filter((line) => line.includes("keys.verifyKey"))).toHaveLength(40)
    expect(new Set(lines.map((line) => /req_\w+/.exec(line)?.[0])).size).toBeGreaterThanOrEqual(40)

    const again = await start({ KEYWARD_FRONTS: "0" })
    const period = { from: Date.now() - 3_600_000, to: Date.now() + 3_600_000 }
    const usage = await call(again, "usage.getVerifications", { workspaceId, ...period }, operatorKey)
    expect(usage.data.groups).toMatchObject([{ code: "VALID", total: 40 }])
    again.kill("SIGTERM")
    await again.exit
  })

  test("stops at once while a front is starting", async () => {
    const served = await start({ KEYWARD_FRONTS: "1" })
    const [victim = 0] = childrenOf(served)
    process.kill(victim, "SIGKILL")
    await until(() => childrenOf(served).some((pid) => pid !== victim))
    const signalledAt = performance.now()
    served.kill("SIGTERM")
    expect(await served.exit).toEqual({ code: 0, signal: null })
    // A front that hears nothing is killed after 12 s.
    expect(performance.now() - signalledAt).toBeLessThan(10_000)
  })

  test("keeps its settings and the headers of its collector from its fronts", async () => {
    const collector = { OTEL_SDK_DISABLED: "true", OTEL_EXPORTER_OTLP_HEADERS: "authorization=secret" }
    const served = await start({ KEYWARD_FRONTS: "1", ...collector })
    const [front = 0] = childrenOf(served)
    const names = readFileSync(`/proc/${front}/environ`, "utf8")
      .split("\0")
      .map((variable) => variable.split("=")[0])
    expect(names.filter((name) => name?.startsWith("KEYWARD_") || name?.startsWith("OTEL_"))).toEqual([
      "KEYWARD_FRONT_OF",
    ])
    served.kill("SIGTERM")
    await served.exit
  })

  test("says in doctor, metrics, readiness and the list of nodes how many serve", async () => {
    const served = await start()
    const fronts = { configured: 2, serving: 2 }
    expect((await readinessOf(served)).fronts).toEqual(fronts)
    expect((await call(served, "nodes.listNodes", {}, operatorKey)).data).toMatchObject([{ fronts }])
    const metrics = await (await fetch(`http://127.0.0.1:${served.port}/metrics`)).text()
    expect(metrics).toContain("\nkeyward_fronts_configured 2\n")
    expect(metrics).toContain("\nkeyward_fronts 2\n")
    expect(await examine(served, "2")).toEqual([`ok: ${served.url} serves with 2 fronts.`])
    expect(await examine(served, "3")).toEqual([
      `ok: ${served.url} serves with 2 fronts.`,
      "warning: The settings ask for 3 fronts, and the service was started with 2.",
    ])
    served.kill("SIGTERM")
    await served.exit
  })

  test("reports one that ends again and again", async () => {
    const served = await start({ KEYWARD_FRONTS: "1" })
    await until(async () => {
      for (const pid of childrenOf(served)) process.kill(pid, "SIGKILL")
      // The front that has accepted the call may be the one that was just killed.
      const readiness = await readinessOf(served).catch(() => undefined)
      return readiness?.problems !== undefined
    })
    const { problems, fronts } = await until(() => readinessOf(served).catch(() => undefined))
    expect(problems).toMatchObject([{ type: "fronts_failing" }])
    expect(fronts.configured).toBe(1)
    served.kill("SIGTERM")
    await served.exit
  })

  const readinessOf = async ({ port }: ServedCli) => {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { headers: { Connection: "close" } })
    return (await answer.json()).data
  }
  /** What doctor says of the fronts. */
  const examine = async ({ port }: ServedCli, fronts: string) => {
    const args = ["doctor", "--json", "--port", String(port), "--data", data.path]
    const { stdout } = await runHere(args, { env: { KEYWARD_FRONTS: fronts } })
    const { findings } = JSON.parse(stdout) as { findings: Finding[] }
    return findings.filter(({ about }) => about === "fronts").map(({ level, found }) => `${level}: ${found}`)
  }

  test("uses a temporary folder for its socket if the path of the data folder is too long", async () => {
    const long = join(data.path, "x".repeat(100))
    const temporary = join(data.path, "tmp")
    mkdirSync(temporary)
    const served = await start({ KEYWARD_DATA_DIR: long, TMPDIR: temporary })
    expect(childrenOf(served)).toHaveLength(2)
    served.kill("SIGTERM")
    expect(await served.exit).toEqual({ code: 0, signal: null })
    const tooLong = { KEYWARD_DATA_DIR: long, TMPDIR: long }
    const failed = await runProcess(["serve", "--port", "0"], { ...environment, ...tooLong })
    expect(failed.stderr).toContain("longer than 107 bytes. Set TMPDIR to a folder with a shorter path.")
    expect(failed.code).toBe(1)
    rmSync(long, { recursive: true })
  })

  test.each(["with space", "c:olon", "quest?ion", "ha#sh", "tick`", "ünï", "per%20cent"])(
    "uses a temporary folder for its socket if the path of the data folder has a character as in %s",
    async (name) => {
      const folder = join(data.path, name)
      mkdirSync(folder)
      const temporary = mkdtempSync(join(data.path, "tmp-"))
      const served = await start({ KEYWARD_DATA_DIR: folder, TMPDIR: temporary, KEYWARD_FRONTS: "1" })
      expect((await readinessOf(served)).fronts).toEqual({ configured: 1, serving: 1 })
      served.kill("SIGTERM")
      expect(await served.exit).toEqual({ code: 0, signal: null })
    },
  )

  test("is refused if neither folder can have a socket", async () => {
    const folder = join(data.path, "no place")
    mkdirSync(folder)
    const both = { ...environment, KEYWARD_DATA_DIR: folder, TMPDIR: folder }
    const { stderr, code } = await runProcess(["serve", "--port", "0"], both)
    expect(stderr).toContain("Set TMPDIR to a folder with such a path.")
    expect(code).toBe(1)
    expect(readdirSync(folder).filter((file) => file.startsWith("keyward-fronts-"))).toEqual([])
  })

  test("has fronts that say why they do not start", async () => {
    const path = join(data.path, "absent.sock")
    const { stderr, code } = await runProcess(["serve"], { KEYWARD_FRONT_OF: `1 at ${path}` })
    expect(stderr).toContain(`Front 1 did not start: There is no connection to the main process at ${path}.`)
    expect(code).toBe(1)
  })

  test("is refused beside several nodes", async () => {
    const both = { ...environment, KEYWARD_NODES_PER_HOST: "2", KEYWARD_DATA_DIR: data.path }
    const { code, stderr } = await runProcess(["serve"], both)
    expect(stderr).toContain("KEYWARD_FRONTS and KEYWARD_NODES_PER_HOST cannot be used together")
    expect(code).not.toBe(0)
  })
})
