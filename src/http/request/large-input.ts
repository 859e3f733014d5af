import { z } from "zod"
import { invalidInputOf, reportedViolations } from "../../contract/errors.ts"
import { summarizeViolations } from "../../contract/violations.ts"
import { createPauser, pause } from "../../core/pauses.ts"
import { parsedAtOnce } from "./body.ts"
import { type Place, parseInput } from "./input.ts"

/** Whether an input needs pauses: its body is large, or it has a long list, which may be a list of tiny objects. */
export function isLargeInput(schema: z.ZodType, input: unknown, bytes: number): boolean {
  return bytes > parsedAtOnce || (bytes > leastBytesOfLongList && longListIn(schema, input) !== undefined)
}

/**
 * Like parseInput, for large inputs. It parses the entries of a long list one by one, and pauses regularly so that
 * other requests are not delayed. It stops after enough violations.
 */
export async function parseLargeInput(schema: z.ZodType, input: unknown, place: Place): Promise<unknown> {
  await pause()
  const list = longListIn(schema, input)
  const parsed = list === undefined ? parseInput(schema, input, place) : await parseWithPauses(list, input, place)
  await pause()
  return parsed
}

/** A long list in the input. */
interface LongList {
  readonly name: string
  readonly entries: readonly unknown[]
  readonly entry: z.core.$ZodType
  /** The schema of the whole input. */
  readonly schema: z.ZodObject
}

/** Shorter lists are parsed fast enough without a pause. */
const longLength = 100

/** Each entry has at least a character and a comma. */
const leastBytesOfLongList = 2 * longLength

function longListIn(schema: z.ZodType, input: unknown): LongList | undefined {
  if (!(schema instanceof z.ZodObject) || !isObject(input)) return undefined
  // Iterates over the schema, because the input may have 95,000 unknown fields.
  for (const [name, field] of Object.entries(schema.shape)) {
    const entries = Object.hasOwn(input, name) ? input[name] : undefined
    if (!Array.isArray(entries) || entries.length <= longLength) continue
    const entry = entryOf(field, entries.length)
    if (entry === undefined) continue
    return { name, entries, entry, schema }
  }
  return undefined
}

/** The schema of the entries, if the list has no other rule than its length and is not too long. */
function entryOf(field: z.core.$ZodType | undefined, length: number): z.core.$ZodType | undefined {
  const list = field instanceof z.ZodOptional ? field.unwrap() : field
  if (!(list instanceof z.ZodArray)) return undefined
  let maximum: number | undefined
  for (const check of list.def.checks ?? []) {
    if (check instanceof z.core.$ZodCheckMaxLength) maximum = check._zod.def.maximum
    else if (!(check instanceof z.core.$ZodCheckMinLength)) return undefined
  }
  // The schema of the list refuses a list that is too long without parsing its entries.
  return maximum !== undefined && length <= maximum ? list.element : undefined
}

function isObject(input: unknown): input is Readonly<Record<string, unknown>> {
  return typeof input === "object" && input !== null
}

async function parseWithPauses(list: LongList, input: unknown, place: Place): Promise<unknown> {
  const pauseIfDue = createPauser(() => performance.now())
  const rest = list.schema.safeExtend({ [list.name]: z.unknown() }).safeParse(input)
  const issues: z.core.$ZodIssue[] = rest.success ? [] : [...rest.error.issues]
  const entries: unknown[] = []
  for (const [index, entry] of list.entries.entries()) {
    const parsed = z.safeParse(list.entry, entry)
    if (parsed.success) entries.push(parsed.data)
    else issues.push(...parsed.error.issues.map((issue) => ({ ...issue, path: [list.name, index, ...issue.path] })))
    if (issues.length > reportedViolations) {
      throw invalidInputOf({ ...summarizeViolations(issues, input, place), isCut: index + 1 < list.entries.length })
    }
    await pauseIfDue()
  }
  if (issues.length > 0) throw invalidInputOf(summarizeViolations(issues, input, place))
  return { ...rest.data, [list.name]: entries }
}
