import { constants } from "node:os"
import { resolve } from "node:path"
import type { Config } from "../../config.ts"
import type { importFile } from "../../offline/import.ts"
import type { ImportSummary, Refusal } from "../../transfer/report.ts"
import type { Command, Invocation } from "../command.ts"
import { UsageError } from "../failure.ts"
import { type FlagsOf, readFixed, unexpected } from "../flags.ts"
import { onStopSignal } from "../serve/until-stopped.ts"
import { progressOn } from "../terminal/progress.ts"
import { importHelp } from "./import-help.ts"
import { importJson, importText, refusalText } from "./import-report.ts"
import { foreignDatabase } from "./import-source.ts"
import { readSettings } from "./settings.ts"

const flags = {
  from: "value",
  source: "value",
  table: "value",
  api: "value",
  into: "value",
  "new-ids": "nothing",
  "without-plaintexts": "nothing",
  "without-refills": "nothing",
  "dry-run": "nothing",
  data: "value",
  json: "nothing",
} as const satisfies FlagsOf

type Flag = keyof typeof flags

/** The flags that only some sources take. */
const ownFlags: Readonly<Record<Source, readonly Flag[]>> = {
  keyward: ["into", "new-ids", "without-plaintexts"],
  csv: ["api"],
  "better-auth": ["api", "source", "table", "without-refills"],
}
const sources = ["keyward", "csv", "better-auth"] as const
type Source = (typeof sources)[number]

export const importCommand: Command = {
  words: ["import"],
  summary: "Import a file of `keyward export`, key hashes from CSV, or the keys of better-auth.",
  flags,
  choices: { from: sources },
  help: importHelp,
  async run(invocation) {
    const { given, source, path } = readCommandLine(invocation)
    const config = readSettings(invocation, given)
    const { output } = invocation
    const isDryRun = given.has("dry-run")
    const place = source === "better-auth" ? "row" : "line"
    const isJson = given.has("json")
    const refusals: Refusal[] = []
    const stopListening = onStopSignal((signal) => {
      output.error(interruption(isDryRun))
      process.exit(128 + constants.signals[signal])
    })
    const tally = await importFrom(source, {
      invocation,
      config,
      given,
      path,
      shared: {
        isDryRun,
        startProgress: progressOn(output),
        refuse: (refusal) => (isJson ? refusals.push(refusal) : output.print(refusalText(refusal, place))),
      },
    }).finally(stopListening)
    output.print(isJson ? importJson(tally, { isDryRun, refusals }) : importText(tally, { isDryRun, place }))
    return tally.refused === 0 ? 0 : 1
  },
}

function interruption(isDryRun: boolean): string {
  return isDryRun
    ? "Interrupted. Nothing was changed."
    : "Interrupted. What is imported stays. Run the same command again to continue."
}

interface CommandLine {
  readonly given: ReadonlyMap<string, string>
  readonly source: Source
  readonly path: string
}

function readCommandLine({ args }: Invocation): CommandLine {
  const { given, words } = readFixed(args, flags)
  const source = sourceOf(given.get("from") ?? "keyward")
  const foreign = Object.values(ownFlags)
    .flat()
    .find((flag) => given.has(flag) && !ownFlags[source].includes(flag))
  if (foreign !== undefined) throw new UsageError(strayFlag(foreign, source))
  if (given.has("new-ids") && !given.has("into")) throw new UsageError("--new-ids needs --into.")
  const [path, stray] = words
  if (stray !== undefined) throw unexpected(stray)
  if (source === "better-auth" && path !== undefined) {
    throw new UsageError(`Unexpected argument ${JSON.stringify(path)}. Did you mean --source ${path}?`)
  }
  if (source !== "better-auth" && path === undefined) throw new UsageError("Name the file to import.")
  return { given, source, path: path ?? "" }
}

function sourceOf(text: string): Source {
  const source = sources.find((one) => one === text)
  if (source === undefined)
    throw new UsageError(`--from must be one of ${sources.join(", ")}, not ${JSON.stringify(text)}.`)
  return source
}

function strayFlag(flag: string, source: Source): string {
  return source === "keyward"
    ? `--${flag} needs --from csv or --from better-auth.`
    : `--${flag} cannot be used with --from ${source}.`
}

interface ImportOptions {
  readonly invocation: Invocation
  readonly config: Config
  readonly given: ReadonlyMap<string, string>
  readonly path: string
  readonly shared: Pick<Parameters<typeof importFile>[1], "isDryRun" | "startProgress" | "refuse">
}

async function importFrom(source: Source, importing: ImportOptions): Promise<ImportSummary> {
  if (source !== "keyward") return importForeign(source, importing)
  const { config, given, path, shared } = importing
  const { importFile } = await import("../../offline/import.ts")
  return importFile(config, {
    ...shared,
    path: resolve(path),
    into: given.get("into"),
    hasNewIds: given.has("new-ids"),
    keepsPlaintexts: !given.has("without-plaintexts"),
  })
}

async function importForeign(
  source: Exclude<Source, "keyward">,
  { invocation, config, given, path, shared }: ImportOptions,
): Promise<ImportSummary> {
  const { importBetterAuth, importCsv } = await import("../../offline/import-foreign.ts")
  const apiId = requireFlag(given, "api")
  if (source === "csv") return importCsv(config, resolve(path), { ...shared, apiId })
  return importBetterAuth(config, {
    ...shared,
    apiId,
    source: foreignDatabase(invocation, requireFlag(given, "source")),
    table: given.get("table") ?? "apikey",
    dropsRefills: given.has("without-refills"),
  })
}

const missing: Partial<Record<Flag, string>> = {
  api: "--api is missing. Name the id of the API that gets the keys.",
  source: "--source is missing. Name sqlite:FILE or an address postgres://….",
}

function requireFlag(given: ReadonlyMap<string, string>, flag: Flag): string {
  const value = given.get(flag)
  if (value === undefined || value === "") throw new UsageError(missing[flag] ?? `--${flag} is missing.`)
  return value
}
