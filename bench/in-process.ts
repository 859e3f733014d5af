import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type App, startApp } from "../src/app.ts"
import { readConfig } from "../src/config.ts"
import { bareHandler } from "./bare-handler.ts"
import { operatorKey } from "./processes.ts"

/** The microseconds of one verification without HTTP, and of the bare handler for comparison. */
export async function measureInProcess(): Promise<{ readonly verifyMicros: number; readonly bareMicros: number }> {
  const folder = mkdtempSync(join(tmpdir(), "keyward-bench-"))
  const environment = {
    KEYWARD_PORT: "0",
    KEYWARD_DATA_DIR: folder,
    KEYWARD_OPERATOR_KEY: operatorKey,
    KEYWARD_LOG: "json",
  }
  const { config } = readConfig({ environment, isTerminal: false })
  const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))
  const app = await startApp(config, { now: Date.now, random, writeLog: () => {} })
  try {
    const { rootKey } = await call(app, operatorKey, "workspaces.createWorkspace", { name: "bench" })
    const { apiId } = await call(app, rootKey, "apis.createApi", { name: "bench" })
    const { key } = await call(app, rootKey, "keys.createKey", { apiId })
    const request = () => verification(rootKey, key)
    const verifyMicros = await bestMicros(async () => {
      const response = await app.handle(request())
      if (response.status !== 200) throw new Error(await response.text())
    })
    const bareMicros = await bestMicros(async () => {
      const response = await bareHandler(request())
      if (response.status !== 200) throw new Error("not answered")
    })
    return { verifyMicros, bareMicros }
  } finally {
    await app.stop()
    rmSync(folder, { recursive: true })
  }
}

function verification(rootKey: string, key: string): Request {
  const body = JSON.stringify({ key })
  return new Request("http://localhost/v2/keys.verifyKey", {
    method: "POST",
    headers: {
      Authorization: `Bearer ${rootKey}`,
      "Content-Type": "application/json",
      "Content-Length": String(body.length),
    },
    body,
  })
}

async function call(app: App, key: string, operation: string, body: unknown) {
  const response = await app.handle(
    new Request(`http://localhost/v2/${operation}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    }),
  )
  const answer = await response.json()
  if (response.status !== 200) throw new Error(JSON.stringify(answer))
  return answer.data
}

/** The best of many short rounds, which excludes other work on the machine. */
async function bestMicros(work: () => Promise<void>): Promise<number> {
  const callsPerRound = 100
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < 800; round += 1) {
    const startedAt = performance.now()
    for (let call = 0; call < callsPerRound; call += 1) await work()
    best = Math.min(best, ((performance.now() - startedAt) / callsPerRound) * 1000)
    // Lets the event loop run, as between the requests of two sockets.
    await new Promise(setImmediate)
  }
  return best
}

if (import.meta.main) console.log(await measureInProcess())
