import { z } from "zod"
import { invalidInputOf, reportedViolations } from "../../contract/errors.ts"
import { summarizeViolations } from "../../contract/violations.ts"
import { pause, takeTurns } from "../../core/pauses.ts"
import { type Place, parseInput } from "./input.ts"

/**
 * As parseInput, for a body of many kilobytes. The entries of a long list of objects, the keys of an import for example,
 * are parsed one by one: others have their turns in between, and when there are enough violations the search ends.
 */
export async function parseLargeInput(schema: z.ZodType, input: unknown, place: Place): Promise<unknown> {
  await pause()
  const list = longListIn(schema, input)
  const parsed = list === undefined ? parseInput(schema, input, place) : await parseInTurns(list, input, place)
  await pause()
  return parsed
}

/** A list of objects within an input, and the rest of the input. */
interface LongList {
  readonly name: string
  readonly entries: readonly unknown[]
  readonly entry: z.ZodObject
  readonly rest: z.ZodObject
  readonly others: Readonly<Record<string, unknown>>
}

/** A shorter one is parsed within a turn. */
const longLength = 100

function longListIn(schema: z.ZodType, input: unknown): LongList | undefined {
  if (!(schema instanceof z.ZodObject) || isRefined(schema)) return undefined
  if (!isObject(input)) return undefined
  // Only what the schema knows: there may be 95,000 other fields.
  for (const [name, field] of Object.entries(schema.shape)) {
    const entries = Object.hasOwn(input, name) ? input[name] : undefined
    if (!Array.isArray(entries) || entries.length <= longLength) continue
    const entry = entryOf(field, entries.length)
    if (entry === undefined) continue
    return { name, entries, entry, rest: z.strictObject(without(schema.shape, name)), others: without(input, name) }
  }
  return undefined
}

/** The schema of the entries, if nothing but the length of the list is left to judge, and that is within its bounds. */
function entryOf(list: z.core.$ZodType | undefined, length: number): z.ZodObject | undefined {
  if (!(list instanceof z.ZodArray) || !(list.element instanceof z.ZodObject)) return undefined
  let maximum: number | undefined
  for (const check of list.def.checks ?? []) {
    if (check instanceof z.core.$ZodCheckMaxLength) maximum = check._zod.def.maximum
    else if (!(check instanceof z.core.$ZodCheckMinLength)) return undefined
  }
  // Without a look at its entries the schema of the list itself refuses one that is too long.
  return maximum !== undefined && length <= maximum ? list.element : undefined
}

function without<Value>(object: Readonly<Record<string, Value>>, name: string): Record<string, Value> {
  return Object.fromEntries(Object.entries(object).filter(([member]) => member !== name))
}

function isObject(input: unknown): input is Readonly<Record<string, unknown>> {
  return typeof input === "object" && input !== null
}

function isRefined(schema: z.ZodType): boolean {
  return (schema._zod.def.checks ?? []).length > 0
}

async function parseInTurns(list: LongList, input: unknown, place: Place): Promise<unknown> {
  const turnEnds = takeTurns(() => performance.now())
  const rest = list.rest.safeParse(list.others)
  const issues: z.core.$ZodIssue[] = rest.success ? [] : [...rest.error.issues]
  const entries: unknown[] = []
  for (const [index, entry] of list.entries.entries()) {
    const parsed = list.entry.safeParse(entry)
    if (parsed.success) entries.push(parsed.data)
    else issues.push(...parsed.error.issues.map((issue) => ({ ...issue, path: [list.name, index, ...issue.path] })))
    if (issues.length > reportedViolations) {
      throw invalidInputOf({ ...summarizeViolations(issues, input, place), isCut: index + 1 < list.entries.length })
    }
    await turnEnds()
  }
  if (issues.length > 0) throw invalidInputOf(summarizeViolations(issues, input, place))
  return { ...rest.data, [list.name]: entries }
}
