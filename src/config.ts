import { parseArgs } from "node:util"
import { parseNetwork } from "./contract/cidr.ts"

/** Settings of the program, from the environment and from flags. Nothing else reads the environment. */
export interface Config {
  readonly host: string
  readonly port: number
  readonly dataDir: string
  /** Postgres instead of the embedded file. */
  readonly databaseUrl: string | undefined
  /** Connections of this process to Postgres. */
  readonly databaseConnections: number
  /** Redis or Valkey for counters that several nodes share. */
  readonly redisUrl: string | undefined
  /** Absent: localhost at the port that is served. */
  readonly publicUrl: string | undefined
  /** Absent: the public URL. */
  readonly docsBase: string | undefined
  readonly operatorKey: string | undefined
  /** Newest first. */
  readonly encryptionKeys: readonly Uint8Array[]
  readonly metricsPort: number | undefined
  readonly limiterDown: "closed" | "open"
  readonly logForm: "json" | "text"
  /** Networks in canonical form. */
  readonly trustedProxies: readonly string[]
  /** How many processes of this host share the port; `auto` is one for each core. */
  readonly nodesPerHost: number | "auto"
  /** Absent unless a supervisor has started this process as one of several. */
  readonly oneOfMany: OneOfMany | undefined
}

interface OneOfMany {
  /** From 1 to as many as there are. */
  readonly number: number
  readonly count: number
  /** Shared with the others. */
  readonly port: number
}

export interface Setting {
  readonly variable: string
  readonly flag?: string
  /** As shown in the table of settings. */
  readonly fallback: string
  readonly purpose: string
}

/** The table in the README and in `keyward serve --help`; an unknown KEYWARD_* name is reported. */
export const settings = [
  { variable: "KEYWARD_HOST", flag: "host", fallback: "127.0.0.1", purpose: "Address to listen on." },
  { variable: "KEYWARD_PORT", flag: "port", fallback: "8080", purpose: "Port to listen on; 0 picks a free one." },
  {
    variable: "KEYWARD_DATA_DIR",
    flag: "data",
    fallback: "./data",
    purpose: "Folder of the embedded database; created with mode 0700.",
  },
  {
    variable: "KEYWARD_DATABASE_URL",
    fallback: "none",
    purpose: "`postgres://…` uses PostgreSQL (15 or newer) instead of the embedded database.",
  },
  {
    variable: "KEYWARD_DATABASE_CONNECTIONS",
    fallback: "20",
    purpose: "Maximum PostgreSQL connections per process. Keep the total of all processes below max_connections.",
  },
  {
    variable: "KEYWARD_REDIS_URL",
    fallback: "none",
    purpose:
      "`redis://…` or `rediss://…` (TLS) counts rate limits on Redis (7 or newer) or Valkey, for all nodes together.",
  },
  {
    variable: "KEYWARD_OPERATOR_KEY",
    fallback: "generated, shown once",
    purpose: "Presets the operator key: 16 to 512 visible ASCII characters.",
  },
  {
    variable: "KEYWARD_ENCRYPTION_KEY",
    fallback: "none",
    purpose: "32 bytes in base64; enables recoverable keys. Store it outside the database, and back it up.",
  },
  {
    variable: "KEYWARD_ENCRYPTION_KEYS",
    fallback: "none",
    purpose:
      "Several encryption keys, separated by commas, newest first; KEYWARD_ENCRYPTION_KEY counts as the oldest. The first encrypts, all decrypt.",
  },
  {
    variable: "KEYWARD_PUBLIC_URL",
    fallback: "http://localhost:<port>",
    purpose: "Origin that clients use to reach the server.",
  },
  { variable: "KEYWARD_DOCS_BASE", fallback: "the public URL", purpose: "Start of the `type` URL of every error." },
  {
    variable: "KEYWARD_METRICS_PORT",
    fallback: "none",
    purpose: "Serves GET /metrics on this port only, instead of the main one.",
  },
  {
    variable: "KEYWARD_LIMITER_DOWN",
    fallback: "closed",
    purpose: "Rate limits while Redis is unreachable: `closed` returns 503, `open` skips them.",
  },
  {
    variable: "KEYWARD_TRUSTED_PROXIES",
    fallback: "none",
    purpose: "Networks (CIDR, separated by commas) of proxies whose X-Forwarded-For the log uses.",
  },
  {
    variable: "KEYWARD_LOG",
    fallback: "text on a terminal, else json",
    purpose: "Format of the log on stderr: `json` or `text`.",
  },
  {
    variable: "KEYWARD_NODES_PER_HOST",
    fallback: "1",
    purpose:
      "Processes that share the port, supervised: a number, or `auto` for one per core. More than one needs Linux, PostgreSQL and Redis.",
  },
] as const satisfies readonly Setting[]

type Variable = (typeof settings)[number]["variable"]

/** A setting that cannot be used. The message is shown as it is. */
/** What somebody has set cannot be used. */
export class WrongSetting extends Error {
  constructor(name: string, message: string) {
    super(`${name} ${message}`)
    this.name = "WrongSetting"
  }
}

export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly flags: readonly string[]
  readonly isTerminal: boolean
}

/** Also returns the names of variables that look like settings and are none. */
export function readConfig({ environment, flags, isTerminal }: Surroundings): { config: Config; unknown: string[] } {
  const fromFlags = readFlags(flags)
  const flagValue = (variable: Variable): string | undefined => {
    const setting: Setting = settings.find((one) => one.variable === variable) ?? settings[0]
    return setting.flag === undefined ? undefined : fromFlags[setting.flag]
  }
  const value = (variable: Variable): string | undefined => {
    const text = flagValue(variable) ?? environment[variable]
    return text === "" ? undefined : text
  }
  const oneOfMany = oneOfManyIn(environment)
  const metricsPort = portOf("KEYWARD_METRICS_PORT", value("KEYWARD_METRICS_PORT"))
  const portName = flagValue("KEYWARD_PORT") === undefined ? "KEYWARD_PORT" : "--port"
  const config: Config = {
    host: value("KEYWARD_HOST") ?? "127.0.0.1",
    port: oneOfMany?.port ?? portOf(portName, value("KEYWARD_PORT")) ?? 8080,
    dataDir: value("KEYWARD_DATA_DIR") ?? "./data",
    databaseUrl: databaseUrlOf(value("KEYWARD_DATABASE_URL")),
    databaseConnections: databaseConnectionsOf(value("KEYWARD_DATABASE_CONNECTIONS")),
    redisUrl: redisUrlOf(value("KEYWARD_REDIS_URL")),
    publicUrl: urlOf("KEYWARD_PUBLIC_URL", value("KEYWARD_PUBLIC_URL")),
    docsBase: urlOf("KEYWARD_DOCS_BASE", value("KEYWARD_DOCS_BASE")),
    operatorKey: operatorKeyOf(value("KEYWARD_OPERATOR_KEY")),
    encryptionKeys: encryptionKeysOf(value("KEYWARD_ENCRYPTION_KEYS"), value("KEYWARD_ENCRYPTION_KEY")),
    metricsPort: metricsPortOf(metricsPort, oneOfMany),
    limiterDown: choiceOf("KEYWARD_LIMITER_DOWN", value("KEYWARD_LIMITER_DOWN"), ["closed", "open"]) ?? "closed",
    logForm: choiceOf("KEYWARD_LOG", value("KEYWARD_LOG"), ["json", "text"]) ?? (isTerminal ? "text" : "json"),
    trustedProxies: networksOf("KEYWARD_TRUSTED_PROXIES", value("KEYWARD_TRUSTED_PROXIES")),
    nodesPerHost: nodesPerHostOf(value("KEYWARD_NODES_PER_HOST")),
    oneOfMany,
  }
  // A supervisor has reported them already.
  const unknown = oneOfMany === undefined ? unknownSettings(environment) : []
  return { config: Object.freeze(config), unknown }
}

/** What the client commands of the CLI use to reach a server; they are no settings of the server. */
export const clientVariables = ["KEYWARD_URL", "KEYWARD_KEY", "KEYWARD_PROFILE", "KEYWARD_CONFIG_DIR"] as const

/** What a supervisor tells the processes that it starts; nobody else sets it. */
const oneOfManyVariable = "KEYWARD_ONE_OF_MANY"

export function asOneOfMany({ number, count, port }: OneOfMany): Readonly<Record<string, string>> {
  return { [oneOfManyVariable]: `${number} of ${count} on ${port}` }
}

function oneOfManyIn(environment: Surroundings["environment"]): OneOfMany | undefined {
  const told = /^(\d+) of (\d+) on (\d+)$/.exec(environment[oneOfManyVariable] ?? "")
  if (told === null) return undefined
  const [number = 1, count = 1, port = 0] = told.slice(1).map(Number)
  return { number, count, port }
}

function unknownSettings(environment: Surroundings["environment"]): string[] {
  const known = new Set<string>([...settings.map(({ variable }) => variable), ...clientVariables, oneOfManyVariable])
  const ofTests = /^KEYWARD_TEST_/
  return Object.keys(environment).filter(
    (name) => name.startsWith("KEYWARD_") && !known.has(name) && !ofTests.test(name),
  )
}

function readFlags(args: readonly string[]): Readonly<Record<string, string | undefined>> {
  const options = Object.fromEntries(
    settings.flatMap((setting: Setting) =>
      setting.flag === undefined ? [] : [[setting.flag, { type: "string" as const }]],
    ),
  )
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false }).values as Record<
      string,
      string
    >
  } catch (error) {
    throw new WrongSetting("keyward serve:", error instanceof Error ? error.message : String(error))
  }
}

function portOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const port = Number(text)
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port
  throw new WrongSetting(name, `must be a port number from 0 to 65535, not ${JSON.stringify(text)}.`)
}

/** A scrape on a shared port would reach any of the processes, so each has a port of its own. */
function metricsPortOf(first: number | undefined, oneOfMany: OneOfMany | undefined): number | undefined {
  if (first === undefined || first === 0 || oneOfMany === undefined) return first
  return first + oneOfMany.number - 1
}

/** Three nodes, and one more during an upgrade, fit a PostgreSQL with its default of 100 connections. */
const usualConnections = 20
const fewestConnections = 10

function databaseConnectionsOf(text: string | undefined): number {
  if (text === undefined) return usualConnections
  const count = Number(text)
  if (/^\d{1,4}$/.test(text) && count >= fewestConnections) return count
  throw new WrongSetting(
    "KEYWARD_DATABASE_CONNECTIONS",
    `must be a number from ${fewestConnections} to 9999, not ${JSON.stringify(text)}.`,
  )
}

function nodesPerHostOf(text: string | undefined): number | "auto" {
  if (text === "auto") return text
  const count = Number(text ?? 1)
  if (Number.isInteger(count) && count >= 1 && count <= 256) return count
  throw new WrongSetting(
    "KEYWARD_NODES_PER_HOST",
    `must be auto or a number from 1 to 256, not ${JSON.stringify(text)}.`,
  )
}

function urlOf(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url !== undefined && /^https?:$/.test(url.protocol)) return text.replace(/\/+$/, "")
  throw new WrongSetting(name, `must be an http or https URL, not ${JSON.stringify(text)}.`)
}

/** The message does not repeat the value, which holds a password as a rule. */
function databaseUrlOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  if (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text)) return text
  throw new WrongSetting("KEYWARD_DATABASE_URL", "must have the form postgres://user:password@host:port/database.")
}

/** Nor does this one. */
function redisUrlOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const url = /^rediss?:\/\//.test(text) && URL.canParse(text) ? new URL(text) : undefined
  if (url !== undefined && url.hostname !== "" && /^(\/\d{0,9})?$/.test(url.pathname) && isDecodable(url)) return text
  throw new WrongSetting(
    "KEYWARD_REDIS_URL",
    "must have the form redis://user:password@host:port/number, or rediss:// for TLS; the number of the database and " +
      "the user may be left out, and characters such as @ or / in a password are written as %40 or %2F.",
  )
}

function isDecodable({ username, password }: URL): boolean {
  try {
    decodeURIComponent(`${username}${password}`)
    return true
  } catch {
    return false
  }
}

function operatorKeyOf(text: string | undefined): string | undefined {
  if (text === undefined || /^[\x21-\x7e]{16,512}$/.test(text)) return text
  throw new WrongSetting("KEYWARD_OPERATOR_KEY", "must have 16 to 512 visible ASCII characters.")
}

/** Every one of them is tried on what was encrypted before ciphertexts named their key. */
const encryptionKeysAtMost = 16

function encryptionKeysOf(several: string | undefined, one: string | undefined): readonly Uint8Array[] {
  const listed = several?.split(",").map((text) => text.trim()) ?? []
  if (listed.length > encryptionKeysAtMost || new Set(listed).size < listed.length) {
    throw new WrongSetting(
      "KEYWARD_ENCRYPTION_KEYS",
      `must be at most ${encryptionKeysAtMost} different keys, separated by commas.`,
    )
  }
  const keys = listed.map((text) => encryptionKeyOf("KEYWARD_ENCRYPTION_KEYS", text))
  if (one === undefined || listed.includes(one)) return keys
  return [...keys, encryptionKeyOf("KEYWARD_ENCRYPTION_KEY", one)]
}

/** The message does not repeat the value. */
function encryptionKeyOf(name: string, text: string): Uint8Array {
  const bytes = Buffer.from(text, "base64")
  if (bytes.length === 32 && bytes.toString("base64") === text) return bytes
  const what = name.endsWith("S")
    ? "must be keys of 32 bytes each in base64, separated by commas"
    : "must be 32 bytes in base64"
  throw new WrongSetting(name, `${what}; \`openssl rand -base64 32\` makes one.`)
}

function networksOf(name: string, text: string | undefined): readonly string[] {
  return (text?.split(",") ?? []).map((entry) => {
    const network = parseNetwork(entry.trim())
    if (network !== undefined) return network
    throw new WrongSetting(
      name,
      `must be networks such as 10.0.0.0/8, separated by commas, not ${JSON.stringify(text)}.`,
    )
  })
}

function choiceOf<Choice extends string>(
  name: string,
  text: string | undefined,
  choices: readonly Choice[],
): Choice | undefined {
  if (text === undefined) return undefined
  const choice = choices.find((one) => one === text)
  if (choice !== undefined) return choice
  throw new WrongSetting(name, `must be ${choices.join(" or ")}, not ${JSON.stringify(text)}.`)
}
