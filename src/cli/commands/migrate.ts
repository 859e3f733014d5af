import type { Command } from "../command.ts"
import { readFlags } from "../flags.ts"
import type { Output } from "../terminal/output.ts"
import { databaseSettings, readSettings } from "./settings.ts"

const flags = { check: "nothing", data: "value", json: "nothing" } as const

export const migrate: Command = {
  words: ["migrate"],
  summary: "Update the database schema. --check only lists what is pending.",
  flags,
  help: () =>
    `Usage: keyward migrate [--check] [--data FOLDER] [--json]

Applies all pending schema migrations, or none if one fails, and prints their names. \`keyward serve\`
does the same when it starts; use this command to do it beforehand. Several can run at once: one
does the work.

  --check                   List what is pending and change nothing. Exit code 1 if anything is.
  --json                    Print the names as JSON.
${databaseSettings()}

Example:
  keyward migrate --check`,
  async run(invocation) {
    const { args, output } = invocation
    const given = readFlags(args, flags)
    const config = readSettings(invocation, given)
    const { listPendingMigrations, migrateDatabase } = await import("../../offline/migrate.ts")
    const isChecking = given.has("check")
    const names = isChecking ? await listPendingMigrations(config) : await migrateDatabase(config)
    if (given.has("json")) {
      output.print(JSON.stringify(isChecking ? { pending: names } : { applied: names }))
      return isChecking && names.length > 0 ? 1 : 0
    }
    return isChecking ? printPending(names, output) : printApplied(names, output)
  },
}

function printPending(pending: readonly string[], output: Output): number {
  for (const name of pending) output.print(`Pending: ${name}`)
  output.print(pending.length === 0 ? "The schema is current." : "Run `keyward migrate` to apply them.")
  return pending.length === 0 ? 0 : 1
}

function printApplied(applied: readonly string[], output: Output): number {
  for (const name of applied) output.print(`Applied: ${name}`)
  output.print("The schema is current.")
  return 0
}
