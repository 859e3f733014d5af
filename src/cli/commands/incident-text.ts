import { z } from "zod"
import { codes } from "../../contract/verdicts.ts"
import { printable } from "../../core/printable.ts"
import { shellQuote } from "../../core/shell-quote.ts"
import { serviceFlags } from "../client/connection.ts"
import { relativeWords } from "../operation/values/relative-time.ts"
import type { Output } from "../terminal/output.ts"
import { alignColumns, countOf } from "../terminal/text.ts"

const change = z.object({
  eventId: z.string(),
  type: z.string(),
  time: z.number(),
  actor: z.object({ type: z.string(), id: z.string() }),
  actorName: z.string().optional(),
  resources: z.array(z.object({ type: z.string(), id: z.string(), name: z.string().optional() })),
  changes: z.object({
    before: z.record(z.string(), z.unknown()).nullable(),
    after: z.record(z.string(), z.unknown()).nullable(),
  }),
})
type Change = z.infer<typeof change>

const fix = z.object({
  kind: z.string(),
  operation: z.string(),
  input: z.record(z.string(), z.unknown()),
  letsIn: z.string(),
  stillRefusedBy: z.array(z.string()).optional(),
})

const refusedKey = z.object({
  keyId: z.string(),
  name: z.string().optional(),
  count: z.number(),
  call: z.looseObject({}).optional(),
  now: z
    .object({
      code: z.string(),
      checks: z.array(z.object({ passed: z.boolean(), detail: z.string() })),
    })
    .optional(),
})

const refusals = z.object({
  code: z.enum(codes),
  count: z.number(),
  firstAt: z.number(),
  lastAt: z.number(),
  keys: z.array(refusedKey),
  moreKeys: z.boolean().optional(),
  cause: z.object({ eventId: z.string(), certain: z.boolean() }).optional(),
  others: z.object({ keys: z.number(), customers: z.number() }).optional(),
  fixes: z.array(fix),
})
type Refusals = z.infer<typeof refusals>

/** What the command shows of the response. */
export const shownIncident = z.object({
  interval: z.string(),
  refusals: z.array(refusals),
  changes: z.array(change).optional(),
})
type ShownIncident = z.infer<typeof shownIncident>

interface Options {
  /** As the command names it. */
  readonly subject: string
  readonly given: ReadonlyMap<string, string>
  readonly output: Pick<Output, "paint">
  readonly now: number
}

/** Each reason with its cause, whom else it touched, and the commands that end it. */
export async function incidentText({ refusals: reasons, ...shown }: ShownIncident, options: Options): Promise<string> {
  if (reasons.length === 0) return `${printable(options.subject)} was not refused in this time.`
  const parts = await Promise.all(reasons.map((reason) => reasonText(reason, shown, options)))
  return parts.join("\n\n")
}

type Shown = Omit<ShownIncident, "refusals">

async function reasonText(reason: Refusals, shown: Shown, options: Options): Promise<string> {
  const { output, now } = options
  const { code, count, firstAt, lastAt, others } = reason
  const since = count === 1 ? at(firstAt, now) : `since ${at(firstAt, now)}, last ${at(lastAt, now)}`
  const head = `${output.paint("red", code)}  ${countOf(count, "refusal")} ${since}`
  const rows: (readonly [string, string])[] = [
    ...causeRows(reason, shown, now),
    ...(others === undefined ? [] : [["Also refused", othersText(others)] as const]),
    ...reason.keys.slice(0, 4).map((key, index) => [index === 0 ? "Keys" : "", keyText(key)] as const),
    ...(reason.keys.length > 4 || reason.moreKeys ? [["", "… and others"] as const] : []),
  ]
  const fixes = await fixLines(reason, options)
  return [head, alignColumns(rows.map(([name, text]) => [name, text])), ...fixes].join("\n")
}

function causeRows(
  { cause }: Refusals,
  { changes, interval }: Shown,
  now: number,
): readonly (readonly [string, string])[] {
  if (changes === undefined) return [["Cause", "not shown: your key lacks event.*.read_event"]]
  const found = changes.find(({ eventId }) => eventId === cause?.eventId)
  if (found === undefined) {
    const why =
      interval === "minute"
        ? "on record: no change came within five minutes before the first refusal"
        : `found: the first refusal may be known by the ${interval} only. Look at the changes`
    return [["Cause", `none ${why}`]]
  }
  const doubt = cause?.certain === true ? "" : ", probably: the time fits, but other changes may have contributed"
  return [
    ["Cause", `${changeText(found)}, ${at(found.time, now)}${doubt}`],
    ...differences(found).map((text) => ["", text] as const),
    ["", `keyward events get ${found.eventId}`],
  ]
}

/** "Bob changed permissions of the plan pro" */
function changeText({ type, actor, actorName, resources: [object], changes: { before, after } }: Change): string {
  const who =
    actorName ?? (actor.id === actor.type ? `the ${actor.type}` : `${actor.type.replace("_", " ")} ${actor.id}`)
  const [noun = "", verb = ""] = type.split(".")
  const kind = (noun === "identity" ? "customer" : noun).replaceAll("_", " ")
  const what = `the ${kind} ${object?.name ?? object?.id ?? ""}`
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  if (verb !== "updated") return printable(`${who} ${verb.replaceAll("_", " ")} ${what}`)
  if (after !== null && "enabled" in after) return printable(`${who} ${after.enabled ? "enabled" : "disabled"} ${what}`)
  return printable(`${who} changed ${fields.join(", ")} of ${what}`)
}

const longestValue = 100

/** What was taken and what was given, a line each. */
function differences({ type, changes: { before, after } }: Change): readonly string[] {
  if (!type.endsWith(".updated")) return []
  const lines = (sign: string, fields: Change["changes"]["before"]) =>
    Object.entries(fields ?? {}).map(([name, value]) => `${sign} ${name} ${short(JSON.stringify(value))}`)
  return [...lines("-", before), ...lines("+", after)].map(printable)
}

function short(text: string): string {
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text
}

function othersText({ keys, customers }: NonNullable<Refusals["others"]>): string {
  if (keys === 0) return "no other key, as far as the most refused 100 tell"
  const whose = customers === 0 ? "of this customer" : `of ${countOf(customers, "other customer")}`
  return `${countOf(keys, "other key")} ${whose}`
}

function keyText({ keyId, name, count, call, now }: z.infer<typeof refusedKey>): string {
  const named = [name, keyId].filter((text) => text !== undefined).join("  ")
  return printable(
    `${named}  ${countOf(count, "refusal")}${now === undefined ? "" : `  ${verdictText(call !== undefined, now)}`}`,
  )
}

function verdictText(isKnown: boolean, { code, checks }: NonNullable<z.infer<typeof refusedKey>["now"]>): string {
  const [failed] = checks.filter(({ passed }) => !passed)
  if (failed !== undefined) return `now still ${code}: ${failed.detail}`
  return isKnown
    ? "now the same call would be accepted"
    : "the call was not found in the log: without its permissions and address it would pass now, which proves nothing"
}

async function fixLines({ fixes, keys }: Refusals, { given, output }: Options): Promise<readonly string[]> {
  if (fixes.length === 0) {
    const isOpen = keys.some(({ now }) => now !== undefined && now.code !== "VALID")
    return isOpen ? ["", "No single call that you may make ends this."] : []
  }
  // Only here, because it loads every operation.
  const { commandSending } = await import("../operation/command-sending.ts")
  const service = Object.keys(serviceFlags).flatMap((flag) => {
    const value = given.get(flag)
    return value === undefined ? [] : [`--${flag} ${shellQuote(value)}`]
  })
  const lines = fixes.flatMap(({ kind, operation, input, letsIn, stillRefusedBy = [] }) => {
    const after = stillRefusedBy.length === 0 ? "" : ` Then ${stillRefusedBy.join(", ")} still refuses the call.`
    const title = kind === "undo" ? "Take the change back" : "Or instead"
    const lets = letsIn.charAt(0).toLowerCase() + letsIn.slice(1)
    return [`  ${title}. Lets in: ${lets}${after}`, `    ${[commandSending(operation, input), ...service].join(" ")}`]
  })
  return ["", output.paint("bold", "To fix:"), ...lines.map(printable)]
}

function at(time: number, now: number): string {
  return `${new Date(time).toISOString().replace(/\.\d{3}Z$/, "Z")} (${relativeWords(time, now)})`
}
