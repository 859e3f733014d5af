import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { type ClusterServers, type Node, openClusterServers } from "./cluster-servers.ts"
import { startKeyward } from "./processes.ts"
import { printTable, type Row } from "./report.ts"
import { openBarePostgres, openBareSqlite } from "./writes/bare-writers.ts"
import { type Case, cases } from "./writes/cases.ts"
import { compareNodes, compareVerifications, compareVersions, compareWithBare, mostCallers } from "./writes/rows.ts"
import { openScene, type Scene } from "./writes/scene.ts"

interface Setting {
  /** How long each row is measured. */
  readonly seconds: number
  /** Each case has to contain these words, such as `createKey` and `SQLite`. */
  readonly words: readonly string[]
  /** The checkout of an older version to compare with. */
  readonly before?: string | undefined
}

/**
 * `bun bench/writes.ts [--seconds n] [--before OTHER_CHECKOUT] [words of a case]` compares changes with a bare writer
 * that stores the same rows in the same database, and with an older version if you name its checkout.
 */
export async function measureWrites(setting: Setting): Promise<readonly Row[]> {
  const onSqlite = chosen("SQLite", setting)
  const onPostgres = chosen("PostgreSQL", setting)
  return [
    ...(onSqlite.length > 0 ? await measureSqlite(onSqlite, setting) : []),
    ...(onPostgres.length > 0 ? await measurePostgres(onPostgres, setting) : []),
  ]
}

function chosen(engine: string, { words }: Setting): readonly Case[] {
  return cases.filter(({ operation }) => words.every((word) => `${operation} ${engine}`.includes(word)))
}

async function measureSqlite(chosen: readonly Case[], { seconds, before }: Setting): Promise<readonly Row[]> {
  const closing: (() => Promise<void>)[] = []
  const open = async (checkout?: string) => {
    const folder = mkdtempSync(join(tmpdir(), "keyward-bench-"))
    const server = await startKeyward(folder, {}, checkout)
    const bare = openBareSqlite(join(folder, "keyward.db"))
    closing.push(async () => {
      await bare.close()
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    })
    return openScene({ name: "SQLite", nodes: [server], bare })
  }
  try {
    const after = await open()
    const creating = chosen.find(isCreation)
    const rows = [
      ...(await rowsOf(after, chosen, { seconds, callerCounts: [1, 8, mostCallers] })),
      ...(creating === undefined
        ? []
        : await compareVerifications({ scene: after, other: await open(), called: creating, seconds })),
    ]
    if (before === undefined) return rows
    return [...rows, ...(await versionRows({ before: await open(before), after, timesAtLeast: 8 }, chosen, seconds))]
  } finally {
    await Promise.all(closing.map((close) => close()))
  }
}

async function measurePostgres(chosen: readonly Case[], { seconds, before }: Setting): Promise<readonly Row[]> {
  const servers = await openClusterServers()
  if (servers === undefined) {
    process.stderr.write("There is no redis-server or valkey-server in PATH: PostgreSQL is not measured.\n")
    return []
  }
  const nodes: Node[] = []
  try {
    const one = await openCluster(servers, nodes, { name: "PostgreSQL", database: "one", size: 1 })
    const three = await openCluster(servers, nodes, { name: "PostgreSQL with 3 nodes", database: "three", size: 3 })
    const creating = chosen.find(isCreation)
    const rows = [
      ...(await rowsOf(one, chosen, { seconds, callerCounts: [1, 8, mostCallers] })),
      ...(await rowsOf(three, chosen, { seconds, callerCounts: [mostCallers] })),
      ...(creating === undefined ? [] : await compareNodes({ one, three, called: creating, seconds })),
      ...(creating === undefined
        ? []
        : await compareVerifications({ scene: one, other: three, called: creating, seconds })),
    ]
    if (before === undefined) return rows
    const old = await openCluster(servers, nodes, { name: "old", database: "before", size: 1, checkout: before })
    return [...rows, ...(await versionRows({ before: old, after: one, timesAtLeast: 6 }, chosen, seconds))]
  } finally {
    await Promise.all(nodes.map((node) => node.stop()))
    await servers.close()
  }
}

interface Cluster {
  readonly name: string
  readonly database: string
  readonly size: number
  readonly checkout?: string
}

/** Each cluster has its own database, so that both are measured in turns. */
async function openCluster(servers: ClusterServers, nodes: Node[], cluster: Cluster): Promise<Scene> {
  const { name, database, size, checkout } = cluster
  const url = await servers.createDatabase(database)
  const own: Node[] = []
  for (let number = 0; number < size; number += 1) {
    const node = await servers.startClustered(url, checkout)
    nodes.push(node)
    own.push(node)
  }
  return openScene({ name, nodes: own, bare: openBarePostgres(url) })
}

interface Extent {
  readonly seconds: number
  readonly callerCounts: readonly number[]
}

async function rowsOf(scene: Scene, chosen: readonly Case[], { seconds, callerCounts }: Extent): Promise<Row[]> {
  const rows: Row[] = []
  for (const called of chosen) {
    for (const callers of callerCounts) {
      const row = await compareWithBare(scene, called, { seconds, callers })
      process.stderr.write(`  ${row.name}: ${row.value.toFixed(2)} ${row.unit}; ${row.note}\n`)
      rows.push(row)
    }
  }
  return rows
}

interface Versions {
  readonly before: Scene
  readonly after: Scene
  /** How much faster the most callers have to be. */
  readonly timesAtLeast: number
}

async function versionRows({ before, after, timesAtLeast }: Versions, chosen: readonly Case[], seconds: number) {
  const rows: Row[] = []
  for (const called of chosen.filter(isCreation)) {
    rows.push(await compareVersions({ before, after, atLeast: 2 }, called, { seconds, callers: 1 }))
    const most = { seconds, callers: mostCallers }
    rows.push(await compareVersions({ before, after, atLeast: timesAtLeast }, called, most))
  }
  return rows
}

function isCreation({ operation }: Case): boolean {
  return operation === "keys.createKey"
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    options: { seconds: { type: "string", default: "6" }, before: { type: "string" } },
    allowPositionals: true,
  })
  const words = positionals.flatMap((text) => text.split(" "))
  const before = values.before && resolve(values.before)
  printTable(await measureWrites({ seconds: Number(values.seconds), words, before }))
}
