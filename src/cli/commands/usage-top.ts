import { z } from "zod"
import { usageSorts } from "../../contract/usage-lists.ts"
import { printable } from "../../core/printable.ts"
import { hourOf, monthBefore, monthStartOf } from "../../core/usage-period.ts"
import { shareOf, type Used, type UsedRow, usedRowName, usedRowsCsv } from "../../core/usage-rows.ts"
import { type Connection, connectionOf, serviceFlags, serviceRows } from "../client/connection.ts"
import { Refused } from "../client/refused.ts"
import { send } from "../client/send.ts"
import type { Command, Invocation } from "../command.ts"
import { UsageError } from "../failure.ts"
import { readFlags } from "../flags.ts"
import { momentIn } from "../operation/values/moment.ts"
import type { Output } from "../terminal/output.ts"
import { table } from "../terminal/table.ts"
import { alignColumns, toKebabCase } from "../terminal/text.ts"
import { filterOf, limitOf, oneOf, refuseTwoFormats, usageFilterRows } from "./usage-request.ts"

const dimensions = { key: "key", customer: "identity", api: "api", tag: "tag" } as const
type Dimension = (typeof dimensions)[keyof typeof dimensions]
const sorts = Object.fromEntries(usageSorts.map((sort) => [toKebabCase(sort), sort]))

const flags = {
  ...serviceFlags,
  by: "value",
  month: "value",
  since: "value",
  until: "value",
  sort: "value",
  order: "value",
  limit: "value",
  all: "nothing",
  api: "value",
  customer: "value",
  workspace: "value",
  json: "nothing",
  csv: "nothing",
} as const

export const usageTopCommand: Command = {
  words: ["usage", "top"],
  summary: "List keys, customers, APIs or tags by credits or verifications.",
  flags,
  choices: { by: Object.keys(dimensions), sort: Object.keys(sorts), order: ["desc", "asc"] },
  help: () => `Usage: keyward usage top [--by DIMENSION] [--month 2026-11 | --since 7d]

Shows who used most: credits and verifications, their share of the total, and what they were in the
period before. A month that is not over is compared with the same part of the month before.

${alignColumns([
  ["--by DIMENSION", `${Object.keys(dimensions).join(", ")}. Default: key.`],
  ["--month MONTH", "A calendar month in UTC, such as 2026-11. Default: this month."],
  ["--since TIME", "A duration such as 24h or 7d, or a date, instead of a month."],
  ["--until TIME", "End of the time, exclusive. Default: now."],
  ["--sort VALUE", `${Object.keys(sorts).join(", ")}. Default: credits.`],
  ["--order ORDER", "desc (largest first) or asc. Default: desc."],
  ["--limit N", "Rows to show, from 1 to 100. Default: 10."],
  ["--all", "Show every row."],
  ...usageFilterRows.filter(([flag]) => !flag.startsWith("--key ")),
  ["--json", "Print one JSON object for each row."],
  ["--csv", "Print exact numbers. Text that begins like a formula gets an apostrophe."],
  ...serviceRows,
])}

Example:
  keyward usage top --by key --limit 10 --csv`,
  async run(invocation) {
    const { args, output } = invocation
    const given = readFlags(args, flags)
    refuseTwoFormats(given)
    if (given.has("all") && given.has("limit")) throw new UsageError("--all and --limit cannot be combined.")
    const connection = connectionOf(invocation, given)
    const dimension = choiceOf(given, "by", dimensions) ?? "key"
    const { range, previous } = periodOf(given, invocation)
    const filter = filterOf(given)
    const body = {
      ...{ ...filter, ...range, groupBy: dimension, previousFrom: previous.from, previousTo: previous.to },
      ...{ sort: choiceOf(given, "sort", sorts) ?? "credits", order: choiceOf(given, "order", orders) ?? "desc" },
    }
    const rows = await rowsOf(connection, body, given.has("all") ? undefined : (limitOf(given).limit ?? 10))
    if (given.has("json")) {
      for (const row of rows) output.print(JSON.stringify(row))
      return 0
    }
    const total = await totalOf(connection, { ...filter, ...range })
    if (given.has("csv")) output.print(usedRowsCsv(rows, { dimension, total, nameOfApi: () => undefined }).trimEnd())
    else output.print(rows.length === 0 ? "No verifications." : textOf(rows, { dimension, total, output }))
    return 0
  },
}

const orders = { desc: "desc", asc: "asc" } as const

function choiceOf<Value>(
  given: ReadonlyMap<string, string>,
  flag: string,
  choices: Readonly<Record<string, Value>>,
): Value | undefined {
  const text = given.get(flag)
  if (text === undefined) return undefined
  const found = Object.entries(choices).find(([name]) => name === text)
  if (found === undefined) throw oneOf(flag, Object.keys(choices), text)
  return found[1]
}

/** The time in whole hours, and the one before it. */
function periodOf(given: ReadonlyMap<string, string>, { now }: Invocation) {
  const nextHour = hourOf(now()) + hourMs
  const [since, until] = [momentOf(given, "since", now()), momentOf(given, "until", now())]
  if (since === undefined && until === undefined) {
    const from = monthOf(given, now())
    const range = { from, to: Math.min(monthStartOf(from, 1), Math.max(nextHour, from + hourMs)) }
    return { range, previous: monthBefore(range) }
  }
  if (given.has("month")) throw new UsageError("--month cannot be combined with --since or --until.")
  const to = until === undefined ? nextHour : hourOf(until + hourMs - 1)
  const from = hourOf(since ?? monthStartOf(to - 1))
  if (from >= to) throw new UsageError("--since must be before --until.")
  return { range: { from, to }, previous: { from: Math.max(0, from - (to - from)), to: from } }
}

const hourMs = 3_600_000

function monthOf(given: ReadonlyMap<string, string>, now: number): number {
  const text = given.get("month")
  if (text === undefined) return monthStartOf(now)
  const start = /^(19[7-9]\d|20\d\d)-(0[1-9]|1[0-2])$/.test(text) ? Date.parse(`${text}-01T00:00:00Z`) : Number.NaN
  if (Number.isNaN(start) || start === 0) {
    throw new UsageError(`--month must be a month such as 2026-11, not ${JSON.stringify(text)}.`)
  }
  return start
}

function momentOf(given: ReadonlyMap<string, string>, flag: string, now: number): number | undefined {
  const text = given.get(flag)
  if (text === undefined) return undefined
  const moment = momentIn(text, { now, direction: "back" })
  if (moment !== undefined) return moment
  const forms = "must be a duration such as 7d, or a date such as 2026-01-31"
  throw new UsageError(`--${flag} ${forms}, not ${JSON.stringify(text)}.`)
}

const used = { verifications: z.number(), credits: z.number() }
const page = z.array(
  z.looseObject({
    keyId: z.string().optional(),
    name: z.string().optional(),
    apiId: z.string().optional(),
    identity: z.object({ id: z.string(), externalId: z.string().optional() }).optional(),
    tag: z.string().optional(),
    folded: z.boolean().optional(),
    deleted: z.boolean().optional(),
    ...used,
    previous: z.object(used).optional(),
  }),
)

async function rowsOf(connection: Connection, body: object, limit: number | undefined): Promise<readonly UsedRow[]> {
  const rows: UsedRow[] = []
  let cursor: string | undefined
  do {
    const sent = { ...body, limit: limit ?? 100, ...(cursor !== undefined && { cursor }) }
    const answer = await send(connection, "usage.listUsage", JSON.stringify(sent))
    if (answer.type === "refusal") throw new Refused(answer.refusal, connection)
    rows.push(...page.parse(answer.data))
    cursor = limit === undefined ? answer.cursor : undefined
  } while (cursor !== undefined)
  return rows
}

async function totalOf(connection: Connection, body: object): Promise<Used> {
  const sent = { ...body, interval: "total", groupBy: [], limit: 1 }
  const answer = await send(connection, "usage.getVerifications", JSON.stringify(sent))
  if (answer.type === "refusal") throw new Refused(answer.refusal, connection)
  const { total, credits } = z.object({ total: z.number(), credits: z.number() }).parse(answer.data)
  return { verifications: total, credits }
}

interface Shown {
  readonly dimension: Dimension
  readonly total: Used
  readonly output: Output
}

function textOf(rows: readonly UsedRow[], { dimension, total, output }: Shown): string {
  const number = (value: number) => value.toLocaleString("en")
  const isOfKeys = dimension === "key"
  return table({
    head: [
      ...[titles[dimension], ...(isOfKeys ? ["customer", "keyId"] : [])],
      ...["credits", "share", "before", "verifications", "before"],
    ],
    rows: rows.map((row) => [
      printable(`${usedRowName(row, dimension)}${row.deleted ? " (deleted)" : ""}`),
      ...(isOfKeys ? [printable(row.identity?.externalId ?? ""), row.keyId ?? ""] : []),
      number(row.credits),
      `${(shareOf(row.credits, total.credits) * 100).toFixed(1)} %`,
      number(row.previous?.credits ?? 0),
      number(row.verifications),
      number(row.previous?.verifications ?? 0),
    ]),
    importance: isOfKeys ? [10, 5, 6, 9, 4, 3, 8, 2] : [10, 9, 4, 3, 8, 2],
    columns: output.columns,
    paint: output.paint,
  })
}

const titles: Readonly<Record<Dimension, string>> = { key: "key", identity: "customer", api: "api", tag: "tag" }
