import type { Config } from "../../../config.ts"
import type { DatabaseFacts } from "../../../offline/examine.ts"
import { clockFinding, type Finding, findingsAbout } from "./finding.ts"

const { ok, warning, problem } = findingsAbout("database")

type Usable = Extract<DatabaseFacts, { readonly type: "usable" }>

export async function examineStorage(config: Config): Promise<readonly Finding[]> {
  const { examineDatabase } = await import("../../../offline/examine.ts")
  const facts = await examineDatabase(config, Date.now)
  switch (facts.type) {
    case "absent":
      return [ok("There is none yet; the first start creates it.")]
    case "unusable":
      return [problem(facts.reason, "Then run `keyward doctor` again.")]
    case "usable":
      return [...serverFindings(facts, config), ...contentFindings(facts), ...encryptionFindings(facts)]
  }
}

const oldestMajor = 15

function serverFindings({ server, isHeld }: Usable, { databaseConnections }: Config): readonly Finding[] {
  if (server === undefined)
    return [ok(isHeld ? "SQLite can be read; a service uses it." : "SQLite can be read; no service uses it.")]
  const { version, major, isReadOnly, mayCreateTables, encoding, maxConnections, clockAheadMs } = server
  return [
    major < oldestMajor
      ? problem(`PostgreSQL ${version} is too old.`, `Upgrade it to ${oldestMajor} or newer.`)
      : ok(`PostgreSQL ${version} answers.`),
    ...(isReadOnly
      ? [
          problem(
            "PostgreSQL takes no writes: it is a standby, or set to read only.",
            "Name the primary in KEYWARD_DATABASE_URL.",
          ),
        ]
      : []),
    ...(mayCreateTables
      ? []
      : [problem("The user may not create tables.", "Grant it with `grant create on schema public to …`.")]),
    ...(encoding === "UTF8" ? [] : [problem(`The database stores ${encoding}.`, "Create it with encoding 'UTF8'.")]),
    ...(databaseConnections > maxConnections
      ? [
          warning(
            `A process may take ${databaseConnections} connections, and PostgreSQL has ${maxConnections} to give.`,
            "Raise its max_connections, or lower KEYWARD_DATABASE_CONNECTIONS.",
          ),
        ]
      : []),
    clockFinding("PostgreSQL", clockAheadMs),
  ]
}

const bearableMs = 5_000

function contentFindings({ schema, isUnfinishedCopy, lastEventAt, server }: Usable): readonly Finding[] {
  if (isUnfinishedCopy) {
    return [
      problem(
        "A copy into this database is not finished.",
        "Run the same `keyward copy` again; it continues where it stopped.",
      ),
    ]
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
        ? ok("The database is empty; the first start creates the schema.")
        : warning(
            `The schema lacks ${schema.pending.join(", ")}.`,
            "The next start brings it up to date; `keyward migrate` does it now.",
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
    const named = missing.filter((id) => id !== "").map((id) => ` ${id}`)
    return [
      problem(
        `Recoverable keys are under an encryption key${named.join(",")} that is not set.`,
        "Add it to KEYWARD_ENCRYPTION_KEYS; without it these keys cannot be decrypted.",
      ),
    ]
  }
  if (hasOlder) {
    return [
      warning("Recoverable keys are under an older encryption key.", "Encrypt them with `keyward rotate-encryption`."),
    ]
  }
  return keyIds.length === 0 ? [] : [ok(`Encryption key ${keyIds[0]} encrypts recoverable keys.`)]
}

export async function examineRedis({ redisUrl, limiterDown }: Config): Promise<readonly Finding[]> {
  const about = findingsAbout("redis")
  if (redisUrl === undefined) return []
  const { examineCounters } = await import("../../../offline/examine.ts")
  const facts = await examineCounters(redisUrl, Date.now)
  if (facts.type === "unusable") {
    const meanwhile = limiterDown === "open" ? "limits are skipped" : "what needs a limit is answered with 503"
    return [about.problem(facts.reason, `Without it ${meanwhile}, and no service starts.`)]
  }
  const { name, evictionPolicy, clockAheadMs } = facts.server
  return [
    about.ok(`${name} answers.`),
    ...(evictionPolicy === undefined
      ? []
      : [
          about.warning(
            `It gives up counters when its memory is full (maxmemory-policy ${evictionPolicy}), and limits then admit too much.`,
            "Set it with `CONFIG SET maxmemory-policy noeviction`, and in its file.",
          ),
        ]),
    clockFinding("Redis", clockAheadMs),
  ]
}
