import { readFileSync } from "node:fs"
import type { Operation } from "../../operations/operation.ts"
import type { Invocation } from "../command.ts"
import { UsageError } from "../failure.ts"
import type { FlagsOf } from "../flags.ts"
import { csvHelp } from "../terminal/csv.ts"
import { currentProfile, type Profile, profileName, readProfiles } from "./profiles.ts"

/** How a call reaches the service. */
export interface Connection {
  readonly url: string
  readonly key: string
  /** For messages: `--url`, `KEYWARD_URL`, `profile "staging"`. */
  readonly urlSource: string
  readonly keySource: string
  readonly idempotencyKey: string | undefined
  /** Aborts the running call. */
  readonly stopped?: AbortSignal
}

/** Neither a flag nor the environment nor a profile has a key. */
export class NoKey extends UsageError {}

export const defaultUrl = "http://localhost:8080"

/** Flags of every command that calls the service. */
export const serviceFlags = {
  url: "value",
  "key-file": "value",
  profile: "value",
} as const satisfies FlagsOf

export const connectionFlags = {
  ...serviceFlags,
  "idempotency-key": "value",
  output: "value",
  json: "nothing",
  csv: "nothing",
  columns: "value",
  only: "value",
} as const satisfies FlagsOf

type HelpRow = readonly [string, string]

/** There is no flag for the key itself, because other users and the shell history could see it. */
export const serviceRows: readonly HelpRow[] = [
  ["--profile NAME", "Use the service and key that `keyward login --profile NAME` stored."],
  ["--url URL", "Address of the service. Overrides the profile."],
  ["--key-file FILE", "Read the key to call with from FILE. Overrides the profile."],
]

/** The flags of every call. Only a change takes an idempotency key. */
export function callRows(kind: Operation["kind"]): readonly HelpRow[] {
  return [
    ["-o, --output FORMAT", "table, json or csv. Default: table."],
    ["--json", "The same as -o json."],
    ["--csv", `The same as -o csv. ${csvHelp} --json is exact.`],
    ["--columns NAME,…", "Columns of a table or CSV: its own, or any field, such as name,meta.plan."],
    ["--only FIELD", "Print only this field of the response, for scripts."],
    ...serviceRows,
    ...(kind === "mutation" ? [idempotencyRow] : []),
  ]
}

const idempotencyRow: HelpRow = [
  "--idempotency-key TEXT",
  "Make the change safe to repeat: for 24 hours it happens only once.",
]

type Environment = Invocation["environment"]
type Flags = ReadonlyMap<string, string>

export function connectionOf({ environment }: Pick<Invocation, "environment">, flags: Flags): Connection {
  const profile = profileFor(environment, flags)
  const url = urlFrom(environment, flags, profile)
  const key = keyFrom(environment, flags, profile)
  if (profile !== undefined && key.source === profile.source && url.value !== profile.url) {
    throw new UsageError(
      `The key of ${profile.source} belongs to ${profile.url} and is not sent to ${url.value} (${url.source}). Log in there with \`keyward login --url ${url.value} --profile NAME\`, or pass another key with KEYWARD_KEY or --key-file.`,
    )
  }
  return {
    url: url.value,
    urlSource: url.source,
    key: key.value,
    keySource: key.source,
    idempotencyKey: flags.get("idempotency-key"),
  }
}

/** Removes slashes at the end. */
export function addressIn(text: string, source: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text.replace(/\/+$/, "")
  throw new UsageError(`The address ${JSON.stringify(text)} (${source}) is not an http or https URL.`)
}

/** Checks that the key can be sent in a header. */
export function keyIn(text: string, source: string): string {
  if (/^[\x21-\x7e]+$/.test(text)) return text
  throw new UsageError(`The key from ${source} is not valid: a key has only visible ASCII characters.`)
}

export function keyInFile(file: string): string {
  const text = textIn(file).trim()
  if (text === "") throw new UsageError(`The key file ${file} is empty.`)
  return text
}

function textIn(file: string): string {
  try {
    return readFileSync(file, "utf8")
  } catch (cause) {
    const reason = cause instanceof Error && "code" in cause ? ` (${String(cause.code)})` : ""
    throw new UsageError(`The key file ${file} cannot be read${reason}.`, { cause })
  }
}

export function nameOfProfile(name: string): string {
  return `profile ${JSON.stringify(name)}`
}

interface SourcedValue {
  readonly value: string
  readonly source: string
}

interface NamedProfile extends Profile {
  readonly source: string
  /** True if a flag names the profile; a flag overrides the environment. */
  readonly isAskedFor: boolean
}

/** Undefined if there is no profile, or if both address and key come from elsewhere. */
function profileFor(environment: Environment, flags: Flags): NamedProfile | undefined {
  const profileFlag = flags.get("profile")
  const isUrlNamed = flags.has("url") || Boolean(environment.KEYWARD_URL)
  const isKeyNamed = flags.has("key-file") || Boolean(environment.KEYWARD_KEY)
  if (profileFlag === undefined && isUrlNamed && isKeyNamed) return undefined
  const name = profileName(profileFlag ?? currentProfile(environment))
  const profiles = readProfiles(environment)
  const profile = profiles.get(name)
  if (profile !== undefined) return { ...profile, source: nameOfProfile(name), isAskedFor: profileFlag !== undefined }
  if (profileFlag === undefined && !environment.KEYWARD_PROFILE) return undefined
  throw noProfile(name, [...profiles.keys()])
}

export function noProfile(name: string, stored: readonly string[]): UsageError {
  const known = stored.length === 0 ? "No profile is stored" : `Stored profiles: ${stored.join(", ")}`
  return new UsageError(`There is no ${nameOfProfile(name)}. ${known}. \`keyward login --profile ${name}\` creates it.`)
}

function urlFrom(environment: Environment, flags: Flags, profile: NamedProfile | undefined): SourcedValue {
  const found = firstValue(
    { value: flags.get("url"), source: "--url" },
    profile?.isAskedFor && { value: profile.url, source: profile.source },
    { value: environment.KEYWARD_URL, source: "KEYWARD_URL" },
    profile && { value: profile.url, source: profile.source },
  ) ?? { value: defaultUrl, source: "the default" }
  return { ...found, value: addressIn(found.value, found.source) }
}

function keyFrom(environment: Environment, flags: Flags, profile: NamedProfile | undefined): SourcedValue {
  const file = flags.get("key-file")
  const found = firstValue(
    file !== undefined && { value: keyInFile(file), source: "--key-file" },
    profile?.isAskedFor && { value: profile.key, source: profile.source },
    { value: environment.KEYWARD_KEY?.trim(), source: "KEYWARD_KEY" },
    profile && { value: profile.key, source: profile.source },
  )
  if (found !== undefined) return { ...found, value: keyIn(found.value, found.source) }
  throw new NoKey(
    "There is no key to call with. Run `keyward login`, set KEYWARD_KEY to a root or operator key, or pass --key-file.",
  )
}

type Candidate = { readonly value: string | undefined; readonly source: string } | false | undefined

/** An empty value counts as absent. */
function firstValue(...candidates: readonly Candidate[]): SourcedValue | undefined {
  return candidates.filter(
    (candidate): candidate is SourcedValue => candidate !== false && Boolean(candidate?.value),
  )[0]
}
