import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { type ClusterServers, type Node, openClusterServers } from "./cluster-servers.ts"
import { startKeyward } from "./processes.ts"
import { printTable, type Row } from "./report.ts"
import { openBarePostgres, openBareSqlite } from "./writes/bare-writers.ts"
import { type Case, cases } from "./writes/cases.ts"
import { compareNodes, compareWithBare, mostCallers } from "./writes/rows.ts"
import { openScene, type Scene } from "./writes/scene.ts"

interface Setting {
  /** How long each row is measured. */
  readonly seconds: number
  /** Each case has to contain these words, such as `createKey` and `SQLite`. */
  readonly words: readonly string[]
}

/**
 * `bun bench/writes.ts [--seconds n] [words of a case]` compares changes with a bare writer that stores the same rows
 * in the same database.
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

async function measureSqlite(chosen: readonly Case[], { seconds }: Setting): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "keyward-bench-"))
  const server = await startKeyward(folder)
  const bare = openBareSqlite(join(folder, "keyward.db"))
  try {
    const scene = await openScene({ name: "SQLite", nodes: [server], bare })
    return await rowsOf(scene, chosen, { seconds, callerCounts: [1, 8, mostCallers] })
  } finally {
    await bare.close()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measurePostgres(chosen: readonly Case[], { seconds }: Setting): Promise<readonly Row[]> {
  const servers = await openClusterServers()
  if (servers === undefined) {
    process.stderr.write("There is no redis-server or valkey-server in PATH: PostgreSQL is not measured.\n")
    return []
  }
  const nodes: Node[] = []
  try {
    const one = await openCluster(servers, nodes, { name: "PostgreSQL", database: "one", size: 1 })
    const three = await openCluster(servers, nodes, { name: "PostgreSQL with 3 nodes", database: "three", size: 3 })
    const creating = chosen.find(({ operation }) => operation === "keys.createKey")
    return [
      ...(await rowsOf(one, chosen, { seconds, callerCounts: [1, 8, mostCallers] })),
      ...(await rowsOf(three, chosen, { seconds, callerCounts: [mostCallers] })),
      ...(creating === undefined ? [] : await compareNodes({ one, three, called: creating, seconds })),
    ]
  } finally {
    await Promise.all(nodes.map((node) => node.stop()))
    await servers.close()
  }
}

interface Cluster {
  readonly name: string
  readonly database: string
  readonly size: number
}

/** Each cluster has its own database, so that both are measured in turns. */
async function openCluster(servers: ClusterServers, nodes: Node[], { name, database, size }: Cluster): Promise<Scene> {
  const url = await servers.createDatabase(database)
  const own: Node[] = []
  for (let number = 0; number < size; number += 1) {
    const node = await servers.startClustered(url)
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

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    options: { seconds: { type: "string", default: "6" } },
    allowPositionals: true,
  })
  const words = positionals.flatMap((text) => text.split(" "))
  printTable(await measureWrites({ seconds: Number(values.seconds), words }))
}
