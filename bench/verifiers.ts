import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { openClusterServers } from "./cluster-servers.ts"
import { residentMiB } from "./limits.ts"
import { operatorKey, startKeyward } from "./processes.ts"
import { processorMicros } from "./processor-time.ts"
import { printTable, type Row } from "./report.ts"
import { callOperation } from "./seed.ts"
import { measureChanges, type Target } from "./verifiers/changes.ts"
import { measureFarAway } from "./verifiers/far-away.ts"
import { measureLostNode } from "./verifiers/lost-node.ts"
import { startFleet } from "./verifiers/start-fleet.ts"

/** `bun bench/verifiers.ts`: what verifiers in applications cost a server, and what distance costs them. */

interface Size {
  /** Changes per row. */
  readonly rounds: number
  readonly restSeconds: number
}

export const wholeSize: Size = { rounds: 300, restSeconds: 20 }
export const quickSize: Size = { rounds: 30, restSeconds: 5 }

const counts = [0, 100, 1_000]
const most = 1_000

export async function measureVerifiers(size: Size): Promise<readonly Row[]> {
  buildClient()
  return [...(await measureOnSqlite(size)), ...(await measureOnThreeNodes(size))]
}

/** What applications install. */
function buildClient(): void {
  const build = Bun.spawnSync([process.execPath, join(import.meta.dir, "../scripts/build-client.ts")])
  if (!build.success) throw new Error(build.stderr.toString())
}

async function measureOnSqlite({ rounds, restSeconds }: Size): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "keyward-bench-"))
  const served = await startKeyward(folder)
  try {
    const target = await createTarget([served.port])
    const atRest = await measureAtRest(target, { pid: served.pid, seconds: restSeconds })
    const changes = await measureChanges(target, { name: "SQLite", counts, rounds })
    return [...atRest, ...changes, ...(await measureFarAway(target, rounds))]
  } finally {
    await served.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measureOnThreeNodes({ rounds }: Size): Promise<readonly Row[]> {
  const servers = await openClusterServers()
  if (servers === undefined) {
    process.stderr.write("No redis-server or valkey-server was found, so three nodes were not measured.\n")
    return []
  }
  const nodes = [await servers.startClustered(), await servers.startClustered(), await servers.startClustered()]
  try {
    const target = await createTarget(nodes.map(({ port }) => port))
    const changes = await measureChanges(target, { name: "three nodes", counts, rounds })
    const [first] = nodes
    const killFirst = async () => {
      if (first !== undefined) process.kill(first.pid, "SIGKILL")
    }
    return [...changes, ...(await measureLostNode({ target, count: most, killFirst }))]
  } finally {
    await Promise.all(nodes.map((node) => node.stop()))
    await servers.close()
  }
}

async function createTarget(ports: readonly number[]): Promise<Target> {
  const [port = 0] = ports
  const { rootKey } = await callOperation(port, operatorKey, "workspaces.createWorkspace", { name: "bench" })
  const { apiId } = await callOperation(port, rootKey, "apis.createApi", { name: "bench" })
  const { key, keyId } = await callOperation(port, rootKey, "keys.createKey", { apiId })
  return { ports, rootKey, key, keyId }
}

interface Rest {
  readonly pid: number
  readonly seconds: number
}

async function measureAtRest({ ports, rootKey, key }: Target, { pid, seconds }: Rest): Promise<readonly Row[]> {
  const memoryBefore = residentMiB(pid)
  const fleet = await startFleet({ rootKey, count: most, ports })
  await fleet.hold(key)
  const microsBefore = processorMicros(pid)
  const startedAt = performance.now()
  await Bun.sleep(1_000 * seconds)
  const share = (processorMicros(pid) - microsBefore) / (1_000 * (performance.now() - startedAt))
  const memory = residentMiB(pid)
  await fleet.stop()
  const who = `${most.toLocaleString("en")} verifiers at rest`
  return [
    {
      name: `${who}: memory`,
      value: memory - memoryBefore,
      unit: "MiB",
      note: `${memoryBefore.toFixed(0)} MiB before`,
    },
    { name: `${who}: processor`, value: 100 * share, unit: "% of a core" },
  ]
}

if (import.meta.main) printTable(await measureVerifiers(process.argv.includes("--quick") ? quickSize : wholeSize))
