import { asks } from "../../core/reach.ts"
import type { Operation } from "../../operations/operation.ts"
import { callRows } from "../client/connection.ts"
import { watched, watchHelp } from "../commands/watch-events.ts"
import { alignColumns, paragraph, toKebabCase } from "../terminal/text.ts"
import { alwaysConsentHelp, consentHelp } from "./consent.ts"
import { customerHelp } from "./event-lookups.ts"
import { exampleOf } from "./example.ts"
import type { Field } from "./fields.ts"
import { listingOf } from "./listing.ts"
import type { OperationCall } from "./operation-call.ts"
import type { Positional } from "./positionals.ts"
import { type Shape, shapesOf } from "./shapes.ts"
import { aboutField, hiddenFlagsOf, type ShownFlag, shownFlagsOf } from "./shown-flags.ts"
import { usageLine } from "./usage-line.ts"

/** The full help of one command. */
export function operationHelp(call: OperationCall): string {
  const positionals = call.positionals()
  const flags = shownFlagsOf(call)
  return [
    `Usage: ${usageLine(call)}`,
    paragraph(call.summary),
    positionals.length === 0 ? "" : `Arguments:\n${alignColumns(positionals.map((one) => argumentRow(one, call)))}`,
    flags.length === 0 ? "" : `Flags:\n${alignColumns(flags.map(flagRow))}`,
    ...shapesOf(call).map(shapeSection),
    `Output and connection:\n${alignColumns(ownRows(call))}\n\`keyward help login\` explains which service and key a call uses.`,
    `Details:\n${alignColumns(detailRows(call))}`,
    `Example:\n${exampleOf(call)}`,
  ]
    .filter(Boolean)
    .join("\n\n")
}

function shapeSection({ title, rows, example }: Shape): string {
  return `${title}:\n${alignColumns(rows)}\n${example}`
}

function argumentRow({ placeholder, about, field }: Positional, { operation }: OperationCall): [string, string] {
  if (about !== undefined) return [placeholder, about]
  const { description, enum: choices } = field.schema
  // The role of a member is one of a few words, and no list of roles has it.
  if (choices !== undefined) return [placeholder, `${description ?? ""} One of ${choices.map(String).join(", ")}.`]
  const listing = listingOf(field.path, operation.name)
  if (listing === undefined) return [placeholder, aboutField(field)]
  return [placeholder, `${description ?? idOf(field)} See \`${listing}\`.`]
}

/** `rootKeyId` is the id of a root key. */
function idOf({ path }: Field): string {
  const thing = (path.at(-1) ?? "").replace(/Id$/, "")
  return `Id of the ${thing === "api" ? "API" : toKebabCase(thing).replaceAll("-", " ")}.`
}

function flagRow({ flag, form, about, isRequired, isSwitch }: ShownFlag): [string, string] {
  const withValue = form === "" ? `--[no-]${flag}` : `--${flag} ${form}`
  const name = isSwitch ? `--${flag}` : withValue
  return [name, isRequired ? `Required. ${about}` : about]
}

function ownRows(call: OperationCall): readonly (readonly [string, string])[] {
  const { name, paged, kind } = call.operation
  return [
    ...(paged ? ([["--all", "Fetch every page, not only the first."]] as const) : []),
    ...(name === watched ? [customerHelp, watchHelp] : []),
    ...(call.mayAsk ? [asks(call.operation, call.sends) ? alwaysConsentHelp : consentHelp] : []),
    ...callRows(kind),
    ["--body JSON", "The whole request as JSON; - reads it from standard input. Other flags add to it."],
  ]
}

function detailRows(call: OperationCall): readonly (readonly [string, string])[] {
  const { operation, aliases } = call
  const [long] = aliases
  const hidden = hiddenFlagsOf(call).map((flag) => `--${flag}`)
  return [
    ["Request", `POST /v2/${operation.name}`],
    ["Key", callersOf(operation)],
    ...(long === undefined ? [] : [["Long name", `keyward ${long.join(" ")}`] as const]),
    ...(hidden.length === 0 ? [] : [["Also accepts", hidden.join(", ")] as const]),
  ]
}

function callersOf({ callers = ["root_key"], needs, mayNeed = [] }: Operation): string {
  const permissions = needs.length === 0 ? "" : ` with ${needs.join(" and ")}`
  const names = {
    operator: "the operator key",
    root_key: `a root key${permissions}`,
    api_key: "the API key itself",
    user: "a user in the browser",
    visitor: "anyone in the browser",
    portal: "a customer in the portal",
  }
  const also = mayNeed.length === 0 ? "" : `; some requests also need ${mayNeed.join(" or ")}`
  return `${callers.map((caller) => names[caller]).join(", or ")}${also}`
}
