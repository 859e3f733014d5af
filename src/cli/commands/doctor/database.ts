import type { Config } from "../../../config.ts"
import type { DatabaseFacts } from "../../../offline/examine.ts"
import type { progressOn } from "../../terminal/progress.ts"
import { countOf } from "../../terminal/text.ts"
import { clockFinding, type Finding, findingsAbout } from "./finding.ts"

const { ok, warning, problem } = findingsAbout("database")

type Usable = Extract<DatabaseFacts, { readonly type: "usable" }>

type StartProgress = ReturnType<typeof progressOn>

export async function examineStorage(config: Config, startProgress: StartProgress): Promise<readonly Finding[]> {
  const { examineDatabase } = await import("../../../offline/examine.ts")
  const facts = await examineDatabase(config, { now: Date.now, startProgress })
  switch (facts.type) {
    case "absent":
      return [ok("There is no database yet. The first start creates it.")]
    case "unusable":
      return [
        problem(facts.reason, "Then run `keyward doctor` again."),
        ...damageFindings(facts.files),
        ...postgresDamage(facts.server),
      ]
    case "usable":
      return [
        ...serverFindings(facts, config),
        ...damageFindings(facts.files),
        ...contentFindings(facts),
        ...encryptionFindings(facts),
      ]
  }
}

const damageAdvice = {
  database: "Restore a backup: docs/production.md#a-damaged-database.",
  verification_log: "Stop the service, move the file away and start it again: docs/production.md#a-damaged-database.",
} as const

function damageFindings(files: Usable["files"]): readonly Finding[] {
  const damaged = files.flatMap(({ file, path, damage }) =>
    damage === undefined ? [] : [problem(`${path} is damaged: ${damage}.`, damageAdvice[file])],
  )
  return files.length > 0 && damaged.length === 0 ? [ok("SQLite finds no damage in its files.")] : damaged
}

const oldestMajor = 15

function serverFindings({ server, isLocked }: Usable, { databaseConnections }: Config): readonly Finding[] {
  if (server === undefined)
    return [ok(isLocked ? "SQLite is readable. A service uses it." : "SQLite is readable. No service uses it.")]
  const { version, major, isReadOnly, mayCreateTables, encoding, maxConnections, clockAheadMs } = server
  return [
    major < oldestMajor
      ? problem(`PostgreSQL ${version} is too old.`, `Upgrade it to ${oldestMajor} or newer.`)
      : ok(`PostgreSQL ${version} is reachable.`),
    ...(isReadOnly
      ? [
          problem(
            "PostgreSQL is read-only: it is a standby, or read-only mode is set.",
            "Name the primary in KEYWARD_DATABASE_URL.",
          ),
        ]
      : []),
    ...(mayCreateTables
      ? []
      : [problem("The database user may not create tables.", "Run `grant create on schema public to …`.")]),
    ...(encoding === "UTF8"
      ? []
      : [
          problem(
            `The encoding of the database is ${encoding}, not UTF8.`,
            "Create the database with encoding 'UTF8'.",
          ),
        ]),
    ...(databaseConnections > maxConnections
      ? [
          warning(
            `A process may open ${databaseConnections} connections, and PostgreSQL allows ${maxConnections}.`,
            "Raise max_connections, or lower KEYWARD_DATABASE_CONNECTIONS.",
          ),
        ]
      : []),
    ...postgresDamage(server),
    clockFinding("PostgreSQL", clockAheadMs),
  ]
}

function postgresDamage(server: Usable["server"]): readonly Finding[] {
  if (server === undefined) return []
  const { invalidIndexes, checksumFailures } = server
  return [
    ...invalidIndexes.map((index) =>
      problem(`The index ${index} is invalid, so PostgreSQL does not use it.`, `Run \`reindex index ${index}\`.`),
    ),
    ...(checksumFailures === undefined
      ? [ok("Data checksums are off, so PostgreSQL notices few damaged pages. `pg_checksums --enable` turns them on.")]
      : []),
    ...(checksumFailures !== undefined && checksumFailures > 0
      ? [
          problem(
            `PostgreSQL has read damaged pages: ${countOf(checksumFailures, "checksum failure")}.`,
            "Check the disk, and restore a backup: docs/production.md#a-damaged-database.",
          ),
        ]
      : []),
  ]
}

const bearableMs = 5_000

function contentFindings({ schema, isUnfinishedCopy, lastEventAt, server }: Usable): readonly Finding[] {
  if (isUnfinishedCopy) {
    return [problem("A copy into this database is not finished.", "Run the same `keyward copy` again to continue.")]
  }
  if (schema.unknown.length > 0) {
    const names = schema.unknown.join(", ")
    return [problem(`A newer version of Keyward has changed the schema (${names}).`, "Use that version.")]
  }
  const isNew = schema.applied.length === 0
  const aheadMs = server === undefined ? (lastEventAt ?? 0) - Date.now() : 0
  return [
    schema.pending.length === 0
      ? ok("The schema is current.")
      : isNew
        ? ok("The database is empty. The first start creates the schema.")
        : warning(
            `Migrations are pending: ${schema.pending.join(", ")}.`,
            "The next start applies them. `keyward migrate` applies them now.",
          ),
    ...(aheadMs > bearableMs
      ? [
          warning(
            `The last event was recorded ${Math.round(aheadMs / 1000).toLocaleString("en")} seconds in the future: the clock was set back.`,
            "Set the clock of this machine (timedatectl set-ntp true).",
          ),
        ]
      : []),
  ]
}

function encryptionFindings({ encryption }: Usable): readonly Finding[] {
  if (encryption === undefined) return []
  const { keyIds, missing, hasOlder } = encryption
  if (missing.length > 0) {
    return [
      problem(
        `Recoverable keys or webhooks need encryption key ${missing.join(", ")}, which is not set.`,
        "Add it to KEYWARD_ENCRYPTION_KEYS. Without it, they cannot be decrypted.",
      ),
    ]
  }
  if (hasOlder) {
    return [
      warning("Recoverable keys or webhooks are under an older encryption key.", "Run `keyward rotate-encryption`."),
    ]
  }
  return keyIds.length === 0 ? [] : [ok(`Encryption key ${keyIds[0]} encrypts recoverable keys and webhooks.`)]
}

export async function examineRedis({ redisUrl, limiterDown }: Config): Promise<readonly Finding[]> {
  const about = findingsAbout("redis")
  if (redisUrl === undefined) return []
  const { examineCounters } = await import("../../../offline/examine.ts")
  const facts = await examineCounters(redisUrl, Date.now)
  if (facts.type === "unusable") {
    const untilThen = limiterDown === "open" ? "limits are skipped" : "requests with limits return 503"
    return [about.problem(facts.reason, `Until it is reachable, ${untilThen}, and no service starts.`)]
  }
  const { name, evictionPolicy, clockAheadMs } = facts.server
  return [
    about.ok(`${name} is reachable.`),
    ...(evictionPolicy === undefined
      ? []
      : [
          about.warning(
            `Redis evicts counters when its memory is full (maxmemory-policy ${evictionPolicy}), so limits can allow too much.`,
            "Run `CONFIG SET maxmemory-policy noeviction`, and set it in the configuration file.",
          ),
        ]),
    clockFinding("Redis", clockAheadMs),
  ]
}
