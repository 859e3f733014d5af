import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sha256 } from "../src/secrets/hash.ts"
import { openClusterServers } from "./cluster-servers.ts"
import { median } from "./median.ts"
import { operatorKey, startKeyward } from "./processes.ts"
import { printTable, type Row } from "./report.ts"
import { type BareWriter, openBarePostgres, openBareSqlite } from "./writes/bare-writers.ts"
import { cases } from "./writes/cases.ts"
import { createTenant, type Tenant } from "./writes/tenant.ts"

/** `bun bench/import.ts [keys]`: `keyward import --from csv`, against a bare writer of the same rows on one connection. */

const rounds = 3
const bareMs = 2_000

interface Target {
  readonly name: string
  readonly tenant: Tenant
  readonly bare: BareWriter
  /** Says where the database is. */
  readonly settings: Readonly<Record<string, string>>
  readonly keysPerSecond: number
}

export async function measureImport(keyCount: number): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "keyward-bench-"))
  try {
    return [...(await importIntoSqlite(folder, keyCount)), ...(await importIntoPostgres(folder, keyCount))]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function importIntoSqlite(folder: string, keyCount: number): Promise<readonly Row[]> {
  const dataDir = join(folder, "data")
  const server = await startKeyward(dataDir)
  const tenant = await createTenant(server.port).finally(() => server.stop())
  const bare = openBareSqlite(join(dataDir, "keyward.db"))
  const settings = { KEYWARD_DATA_DIR: dataDir }
  try {
    return await compare(folder, { name: "SQLite", tenant, bare, settings, keysPerSecond: 8_000 }, keyCount)
  } finally {
    await bare.close()
  }
}

async function importIntoPostgres(folder: string, keyCount: number): Promise<readonly Row[]> {
  const servers = await openClusterServers()
  if (servers === undefined) {
    process.stderr.write("There is no redis-server or valkey-server in PATH: PostgreSQL is not measured.\n")
    return []
  }
  try {
    const url = await servers.createDatabase("imported")
    const node = await servers.startClustered(url)
    const tenant = await createTenant(node.port).finally(() => node.stop())
    const settings = { KEYWARD_DATABASE_URL: url }
    const bare = openBarePostgres(url)
    return await compare(folder, { name: "PostgreSQL", tenant, bare, settings, keysPerSecond: 3_000 }, keyCount)
  } finally {
    await servers.close()
  }
}

async function compare(folder: string, target: Target, keyCount: number): Promise<readonly Row[]> {
  const { name, tenant, bare, keysPerSecond } = target
  const imported: number[] = []
  const written: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const file = join(folder, `${name}-${round}.csv`)
    writeFileSync(file, keysIn(round, keyCount))
    imported.push(importedPerSecond(file, target, keyCount))
    written.push((await bare.measure(1, bareMs, () => migration.change(tenant))) * (migration.keysPerCall ?? 1))
  }
  return [
    { name: `keyward import, ${name}`, value: median(imported), unit: "keys/s", bar: { atLeast: keysPerSecond } },
    {
      name: `keyward import, ${name}, against the bare writer`,
      value: median(imported.map((rate, round) => rate / (written[round] ?? 0))),
      unit: "of bare",
      bar: { atLeast: 0.5 },
      note: `${keyCount} keys a time; the bare writer stores ${median(written).toFixed(0)} keys/s`,
    },
  ]
}

const migration = migrationOf(cases)

function migrationOf(all: typeof cases) {
  const found = all.find(({ operation }) => operation === "keys.migrateKeys")
  if (found === undefined) throw new Error("There is no case for imported keys.")
  return found
}

function keysIn(round: number, keyCount: number): string {
  const lines = Array.from({ length: keyCount }, (_, index) => `${sha256(`${round} ${index}`)},Key ${index}`)
  return `hash,name\n${lines.join("\n")}\n`
}

/** Includes the start of the command. */
function importedPerSecond(file: string, { tenant, settings }: Target, keyCount: number): number {
  const startedAt = performance.now()
  const { exitCode, stderr } = Bun.spawnSync(
    [process.execPath, `${import.meta.dir}/../src/main.ts`, "import", "--from", "csv", file, "--api", tenant.apiId],
    { env: { PATH: Bun.env.PATH, KEYWARD_OPERATOR_KEY: operatorKey, ...settings } },
  )
  if (exitCode !== 0) throw new Error(`keyward import failed:\n${stderr.toString()}`)
  return keyCount / ((performance.now() - startedAt) / 1000)
}

if (import.meta.main) printTable(await measureImport(Number(process.argv[2] ?? 50_000)))
