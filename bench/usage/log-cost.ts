import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sha256 } from "../../src/secrets/hash.ts"
import { benchKey } from "../bench-key.ts"
import { load, operatorKey, type Served, startKeyward } from "../processes.ts"
import { processorMicros } from "../processor-time.ts"
import type { Row } from "../report.ts"
import { callOperation } from "../seed.ts"

const keyCount = 10_000
const rounds = 7
const roundMs = 2_000

interface Measured {
  readonly server: Served
  readonly rootKey: string
}

/** What the verification log costs plain verifications: the modes `off` and `sampled` in turns, in processor time. */
export async function measureLogCost(): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "keyward-bench-"))
  const running: Measured[] = []
  try {
    for (const mode of ["off", "sampled"]) running.push(await startWith(join(folder, mode), mode))
    const [off, sampled] = running as [Measured, Measured]
    for (const one of running) await microsPerVerification(one)
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
    for (const { server } of running) await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function ratioOf({ off, sampled }: { readonly off: number; readonly sampled: number }): number {
  return sampled / off
}

async function startWith(folder: string, mode: string): Promise<Measured> {
  const server = await startKeyward(folder, { KEYWARD_VERIFICATION_LOG: mode })
  const { rootKey } = await callOperation(server.port, operatorKey, "workspaces.createWorkspace", { name: "log" })
  const { apiId } = await callOperation(server.port, rootKey, "apis.createApi", { name: "log" })
  const keys = Array.from({ length: keyCount }, (_, number) => ({ hash: sha256(benchKey(number)) }))
  await callOperation(server.port, rootKey, "keys.migrateKeys", { apiId, keys })
  return { server, rootKey }
}

async function microsPerVerification({ server, rootKey }: Measured): Promise<number> {
  const before = processorMicros(server.pid)
  const { perSecond } = await load({
    port: server.port,
    path: "/v2/keys.verifyKey",
    bearer: rootKey,
    body: '{"key":"{n}"}',
    first: 0,
    count: keyCount,
    expect: '"VALID"',
    connections: 64,
    warmupMs: 0,
    durationMs: roundMs,
  })
  return (processorMicros(server.pid) - before) / ((perSecond * roundMs) / 1_000)
}
