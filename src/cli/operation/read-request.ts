import type { Invocation } from "../command.ts"
import { UsageError } from "../failure.ts"
import { type FlagValue, readArguments, repeated } from "../flags.ts"
import { isObject, parsed } from "../terminal/json.ts"
import { type Field, flagOf, isPlaintextKey } from "./fields.ts"
import type { OperationCall } from "./operation-call.ts"
import { askForKeys, isKeyOnInput, readPlaintextKey } from "./plaintext-key.ts"
import { readPositionals } from "./positionals.ts"
import { findField, putPart } from "./read-fields.ts"
import { shorthandsFor } from "./shorthands.ts"
import { shownFlagsOf } from "./shown-flags.ts"
import { unexpectedArgument } from "./unexpected-argument.ts"
import { usageLine } from "./usage-line.ts"

/** The request of a command line, and the flags that are not part of it. */
export async function readRequest(
  call: OperationCall,
  ownFlags: ReadonlyMap<string, FlagValue>,
  { args, readInput, now, prompt }: Pick<Invocation, "args" | "readInput" | "now" | "prompt">,
) {
  const [fields, positionals] = [call.fields(), call.positionals()]
  const { flags, words } = readArguments(args, {
    find: (flag) => findFlag(flag, ownFlags, fields),
    flags: [
      ...ownFlags.keys(),
      ...shorthandsFor(fields).map(({ flag }) => flag),
      ...fields.map(({ path }) => flagOf(path)),
    ],
  })
  const own = new Map(flags.filter(({ flag }) => ownFlags.has(flag)).map(({ flag, value }) => [flag, value ?? ""]))
  const isOnInput = words.includes("-") || own.get("body") === "-"
  const keyOnInput = flags.find(({ flag, value }) =>
    isKeyOnInput({ name: findField(fields, flag)?.name, value }, fields),
  )
  if (isOnInput && keyOnInput !== undefined)
    throw new UsageError(`Standard input cannot be both the body and --${keyOnInput.flag}. Put the key into the body.`)
  const body = await wholeBody(own.get("body"), isOnInput, readInput)
  const { given: byPlace, stray } = readPositionals(
    words.filter((word) => word !== "-"),
    positionals,
  )
  if (stray !== undefined) throw unexpectedArgument(stray, call)
  const given = [...byPlace, ...flags.filter(({ flag }) => !ownFlags.has(flag))]
  refuseRepetition(byPlace, given, fields)
  if (given.length > 0 && !isObject(body)) throw new UsageError("Flags for fields need a body that is a JSON object.")
  for (const one of given) {
    const { flag, value } = one
    const found = findField(fields, flag)
    if (found === undefined || !isObject(body)) continue
    const text = one === keyOnInput ? await readPlaintextKey({ prompt, readInput }) : value
    for (const part of found.read(text, now())) putPart(body, part, found.name)
  }
  if (!isObject(body)) return { body, own }
  if (isOnInput || own.has("body")) return { body: { ...body, ...call.sends }, own }
  // Checked before asking for the key, so that the user does not type it in vain.
  requireFields(body, call, (field) => prompt !== undefined && isPlaintextKey(field))
  const typedKeys = await askForKeys(body, fields, { prompt })
  return { body: { ...body, ...typedKeys, ...call.sends }, own }
}

/** All spellings of a flag get the same name, so that a repeated flag is refused. */
function findFlag(flag: string, ownFlags: ReadonlyMap<string, FlagValue>, fields: readonly Field[]) {
  const own = ownFlags.get(flag)
  return own === undefined ? findField(fields, flag) : { name: flag, takes: own }
}

interface GivenField {
  readonly flag: string
}

/** Refuses an argument and a flag for the same field. */
function refuseRepetition(
  byPlace: readonly GivenField[],
  given: readonly GivenField[],
  fields: readonly Field[],
): void {
  const nameOf = ({ flag }: GivenField) => findField(fields, flag)?.name
  const flags = new Set(given.slice(byPlace.length).map(nameOf))
  const twice = byPlace.find((word) => flags.has(nameOf(word)) && findField(fields, word.flag)?.takes !== "values")
  if (twice !== undefined) throw repeated(twice.flag)
}

/** The request as a whole, from `--body` or standard input; empty if neither is given. */
async function wholeBody(
  body: string | undefined,
  isOnInput: boolean,
  readInput: () => Promise<string>,
): Promise<unknown> {
  if (isOnInput && body !== undefined && body !== "-")
    throw new UsageError("The body is given twice: by --body and by -.")
  if (isOnInput) return parsed("Standard input", await readInput())
  return body === undefined ? {} : parsed("--body", body)
}

/** Checks only what every caller must give; the service checks the rest. */
function requireFields(
  body: Readonly<Record<string, unknown>>,
  call: OperationCall,
  isAskedFor: (field: Field) => boolean,
): void {
  const required = call.fields().filter(({ path, isRequired }) => path.length === 1 && isRequired)
  const missing = required.filter((field) => !((field.path[0] ?? "") in body) && !isAskedFor(field))
  if (missing.length === 0) return
  const names = [...new Set(missing.map((field) => nameFor(field, call)))]
  const verb = names.length === 1 ? "is" : "are"
  throw new UsageError(`${names.join(" and ")} ${verb} missing. Usage: ${usageLine(call)}.`)
}

function nameFor({ path }: Field, call: OperationCall): string {
  const place = call.positionals().find(({ field }) => flagOf(field.path) === flagOf(path))
  if (place !== undefined) return place.placeholder
  const shown = shownFlagsOf(call).find(({ fields }) => fields.some((field) => flagOf(field.path) === flagOf(path)))
  return `--${shown?.flag ?? flagOf(path)}`
}
