import type { Operation } from "../../operations/operation.ts"
import { callRows } from "../client/connection.ts"
import { watched, watchHelp } from "../commands/watch-events.ts"
import { aligned, paragraph } from "../terminal/aligned.ts"
import { kebab } from "../terminal/names.ts"
import { consentHelp } from "./consent.ts"
import { exampleOf } from "./example.ts"
import type { Field } from "./fields.ts"
import { listingOf } from "./listing.ts"
import type { OperationCall } from "./operation-calls.ts"
import type { Positional } from "./positionals.ts"
import { aboutField, hiddenFlagsOf, type ShownFlag, shownFlagsOf } from "./shown-flags.ts"
import { usageLine } from "./usage-line.ts"

/** Everything there is to know before calling an operation. */
export function operationHelp(call: OperationCall): string {
  const positionals = call.positionals()
  const flags = shownFlagsOf(call)
  return [
    `Usage: ${usageLine(call)}`,
    paragraph(call.summary),
    positionals.length === 0 ? "" : `Arguments:\n${aligned(positionals.map(argumentRow))}`,
    flags.length === 0 ? "" : `Flags:\n${aligned(flags.map(flagRow))}`,
    `Output and connection:\n${aligned(ownRows(call))}\n\`keyward help login\` says which service is called, and with which key.`,
    detailsOf(call),
    `Example:\n${exampleOf(call)}`,
  ]
    .filter(Boolean)
    .join("\n\n")
}

function argumentRow({ placeholder, about, field }: Positional): [string, string] {
  const listing = listingOf(field.path)
  const told = about ?? field.schema.description ?? idOf(field)
  const where = listing === undefined ? "" : ` \`${listing}\` shows them.`
  return [placeholder, told === undefined ? aboutField(field) : `${told}${where}`]
}

/** `rootKeyId` is the id of a root key. */
function idOf({ path }: Field): string | undefined {
  const [, thing] = /^(.+)Id$/.exec(path.at(-1) ?? "") ?? []
  return thing && `The id of ${thing === "api" ? "an API" : `a ${kebab(thing).replaceAll("-", " ")}`}.`
}

function flagRow({ flag, form, about, isRequired }: ShownFlag): [string, string] {
  const name = form === "" ? `--[no-]${flag}` : `--${flag} ${form}`
  return [name, isRequired ? `Required. ${about}` : about]
}

function ownRows({ operation, isDestructive }: OperationCall): readonly (readonly [string, string])[] {
  const { name, paged, kind } = operation
  return [
    ...(paged ? ([["--all", "Every page, not only the first."]] as const) : []),
    ...(name === watched ? [watchHelp] : []),
    ...(isDestructive ? [consentHelp] : []),
    ...callRows(kind),
    ["--body JSON", "The whole request; - reads it from standard input. Flags add to it."],
  ]
}

function detailsOf(call: OperationCall): string {
  const { operation, aliases } = call
  const [long] = aliases
  const hidden = hiddenFlagsOf(call)
  const also = hidden.length === 0 ? "" : ` Also accepted, one field of the request each: ${list(hidden)}.`
  const longName = long === undefined ? "" : ` The long name of this command is \`keyward ${long.join(" ")}\`.`
  return paragraph(`Calls POST /v2/${operation.name} with ${callersOf(operation)}.${longName}${also}`)
}

function list(flags: readonly string[]): string {
  return flags.map((flag) => `--${flag}`).join(", ")
}

function callersOf({ callers = ["root_key"], needs, mayNeed = [] }: Operation): string {
  const permissions = needs.length === 0 ? "" : ` that holds ${needs.join(" and ")}`
  const names = {
    operator: "the operator key",
    root_key: `a root key${permissions}`,
    api_key: "an API key, about itself",
  }
  const also = mayNeed.length === 0 ? "" : `; some requests also need ${mayNeed.join(", ")}`
  return `${callers.map((caller) => names[caller]).join(", or ")}${also}`
}
