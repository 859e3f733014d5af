import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type App, startApp } from "../../src/app.ts"
import { readConfig } from "../../src/config.ts"
import { sha256 } from "../../src/secrets/hash.ts"
import { benchKey } from "../bench-key.ts"
import { load, operatorKey } from "../processes.ts"
import type { Row } from "../report.ts"
import { callOperation } from "../seed.ts"
import { verification } from "../verification.ts"

const keyCount = 1_000
const rounds = 21
const roundMs = 1_000

interface Measured {
  readonly app: App
  readonly rootKey: string
}

/**
 * What the verification log costs plain verifications over HTTP, in processor time: the modes `off` and `sampled` in
 * turns. Both services run in this process, because two processes with the same settings differ by up to 8 %.
 */
export async function measureLogCost(): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "keyward-bench-"))
  const running: Measured[] = []
  try {
    for (const mode of ["off", "sampled"]) running.push(await startWith(join(folder, mode), mode))
    const [off, sampled] = running as [Measured, Measured]
    for (const one of [...running, ...running]) await microsPerVerification(one)
    const pairs: { readonly off: number; readonly sampled: number }[] = []
    for (let round = 0; round < rounds; round += 1) {
      pairs.push({ off: await microsPerVerification(off), sampled: await microsPerVerification(sampled) })
    }
    const typical = pairs.toSorted((one, other) => ratioOf(one) - ratioOf(other))[Math.floor(rounds / 2)]
    if (typical === undefined) throw new Error("Nothing was measured.")
    return [
      {
        name: "verify, plain key, with the sampled log",
        value: ratioOf(typical),
        unit: "times without",
        bar: { atMost: 1.05 },
        note: `processor time ${typical.sampled.toFixed(1)} µs, without ${typical.off.toFixed(1)} µs`,
      },
    ]
  } finally {
    for (const { app } of running) await app.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function ratioOf({ off, sampled }: { readonly off: number; readonly sampled: number }): number {
  return sampled / off
}

async function startWith(folder: string, mode: string): Promise<Measured> {
  const environment = {
    KEYWARD_PORT: "0",
    KEYWARD_DATA_DIR: folder,
    KEYWARD_OPERATOR_KEY: operatorKey,
    KEYWARD_VERIFICATION_LOG: mode,
  }
  const { config } = readConfig({ environment, isTerminal: false })
  const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))
  const app = await startApp(config, { now: Date.now, random, writeLog: () => {} })
  const { rootKey } = await callOperation(app.port, operatorKey, "workspaces.createWorkspace", { name: "log" })
  const { apiId } = await callOperation(app.port, rootKey, "apis.createApi", { name: "log" })
  const keys = Array.from({ length: keyCount }, (_, number) => ({ hash: sha256(benchKey(number)) }))
  await callOperation(app.port, rootKey, "keys.migrateKeys", { apiId, keys })
  return { app, rootKey }
}

async function microsPerVerification({ app, rootKey }: Measured): Promise<number> {
  const before = process.cpuUsage()
  const { perSecond } = await load({
    ...verification({ rootKey }, { first: 0, count: keyCount }),
    port: app.port,
    connections: 64,
    warmupMs: 0,
    durationMs: roundMs,
  })
  const { user, system } = process.cpuUsage(before)
  return (user + system) / ((perSecond * roundMs) / 1_000)
}
