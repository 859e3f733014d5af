import { z } from "zod"
import { printable } from "../../core/printable.ts"
import { connectionOf, serviceFlags, serviceRows } from "../client/connection.ts"
import { Refused } from "../client/refused.ts"
import { send } from "../client/send.ts"
import type { Command } from "../command.ts"
import { readFlags } from "../flags.ts"
import { csvHelp, csvOn } from "../terminal/csv.ts"
import type { Output, Style } from "../terminal/output.ts"
import { alignColumns } from "../terminal/text.ts"
import { printPrevious } from "./usage-previous.ts"
import {
  filterOf,
  limitOf,
  oneOf,
  refuseTwoFormats,
  sinceOf,
  usageFilterFlags,
  usageFilterRows,
} from "./usage-request.ts"

const dimensions = { code: "code", key: "key", customer: "identity", tag: "tag", api: "api" } as const
const intervals = ["minute", "hour", "day", "month", "total"]

const flags = {
  ...serviceFlags,
  ...usageFilterFlags,
  by: "value",
  interval: "value",
  json: "nothing",
  csv: "nothing",
  previous: "nothing",
} as const

export const usageCommand: Command = {
  words: ["usage"],
  summary: "Count verifications by code, key, customer, tag or API, with a bar chart.",
  flags,
  choices: { by: Object.keys(dimensions), interval: intervals },
  help: () => `Usage: keyward usage [--by DIMENSION] [--since 7d]

Shows verifications over time: the largest groups with their credits, and a bar for each interval.

${alignColumns([
  ["--by DIMENSION", `${Object.keys(dimensions).join(", ")}. Default: code.`],
  ["--since TIME", "A duration such as 24h or 7d, or a date. Default: 7d."],
  ["--interval INTERVAL", `${intervals.join(", ")}. Default: the shortest with at most 120 bars.`],
  ["--limit N", "Groups to show, from 1 to 100. Default: 10."],
  ...usageFilterRows,
  ["--json", "Print the response of usage.getVerifications."],
  ["--csv", `Print one line for each group and interval. ${csvHelp}`],
  ["--previous", "Print the exact counts of the last period of every customer with a quota, as CSV for invoices."],
  ...serviceRows,
])}

Example:
  keyward usage --by code --since 30d`,
  async run(invocation) {
    const { args, output } = invocation
    const given = readFlags(args, flags)
    refuseTwoFormats(given)
    const connection = connectionOf(invocation, given)
    if (given.has("previous")) {
      await printPrevious(connection, output)
      return 0
    }
    const key = given.get("key")
    const interval = given.get("interval")
    if (interval !== undefined && !intervals.includes(interval)) throw oneOf("interval", intervals, interval)
    const body = {
      from: sinceOf(given, invocation, "7d"),
      groupBy: [dimensionOf(given.get("by") ?? "code")],
      ...(interval !== undefined && { interval }),
      ...(key !== undefined && { keyIds: [key] }),
      ...filterOf(given),
      ...limitOf(given),
    }
    const answer = await send(connection, "usage.getVerifications", JSON.stringify(body))
    if (answer.type === "refusal") throw new Refused(answer.refusal, connection)
    const usage = usageOf.parse(answer.data)
    if (given.has("json")) output.print(answer.text)
    else output.print(given.has("csv") ? csvOf(usage, output) : textOf(usage, output))
    return 0
  },
}

function dimensionOf(text: string): string {
  const found = Object.entries(dimensions).find(([name]) => name === text)
  if (found === undefined) throw oneOf("by", Object.keys(dimensions), text)
  return found[1]
}

const group = z.object({
  apiId: z.string().optional(),
  keyId: z.string().optional(),
  name: z.string().optional(),
  identity: z.object({ id: z.string(), externalId: z.string().optional() }).optional(),
  code: z.string().optional(),
  tag: z.string().optional(),
  other: z.boolean().optional(),
  folded: z.boolean().optional(),
  total: z.number(),
  credits: z.number(),
  counts: z.array(z.number()),
  creditCounts: z.array(z.number()),
})
const usageOf = z.object({
  interval: z.string(),
  times: z.array(z.number()),
  groups: z.array(group),
  total: z.number(),
  credits: z.number(),
})
type Usage = z.infer<typeof usageOf>
type Group = z.infer<typeof group>

function labelOf({ apiId, keyId, name, identity, code, tag, other, folded }: Group): string {
  if (other) return "(other)"
  if (folded) return "(folded tags)"
  const key = keyId && (name === undefined ? keyId : `${keyId} ${name}`)
  return code ?? key ?? identity?.externalId ?? identity?.id ?? tag ?? apiId ?? "(none)"
}

function csvOf({ times, groups }: Usage, output: Output): string {
  const csvLine = csvOn(output)
  const lines = groups.flatMap((one) =>
    times.map((time, index) =>
      csvLine([new Date(time).toISOString(), labelOf(one), one.counts[index] ?? 0, one.creditCounts[index] ?? 0]),
    ),
  )
  return ["time,group,verifications,credits", ...lines].join("\r\n")
}

const barWidth = 40

function textOf(usage: Usage, output: Output): string {
  const { groups, times, total, credits, interval } = usage
  if (total === 0) return "No verifications."
  const number = (value: number) => value.toLocaleString("en")
  const widest = Math.max(...groups.map((one) => printable(labelOf(one)).length), 5)
  const rows = [...groups.map((one) => ({ label: labelOf(one), ...one })), { label: "total", total, credits }]
  const table = rows.map((row) => {
    const label = printable(row.label)
    const spent = row.credits > 0 ? `  ${number(row.credits)} credits` : ""
    return `${paint(output, row.label, label)}${" ".repeat(widest - label.length)}  ${number(row.total).padStart(12)}${spent}`
  })
  if (times.length < 2) return table.join("\n")
  const sums = times.map((_, index) => groups.reduce((sum, { counts }) => sum + (counts[index] ?? 0), 0))
  const highest = Math.max(...sums, 1)
  const bars = times.map((time, index) => {
    const sum = sums[index] ?? 0
    const bar = "█".repeat(Math.round((sum / highest) * barWidth)) || (sum > 0 ? "▏" : "")
    return `${output.paint("dim", timeText(time, interval))}  ${bar}${sum > 0 ? ` ${number(sum)}` : ""}`
  })
  return [...table, "", ...bars].join("\n")
}

function timeText(time: number, interval: string): string {
  const iso = new Date(time).toISOString()
  if (interval === "month") return iso.slice(0, 7)
  return interval === "day" ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${iso.slice(11, 16)}`
}

/** Colours codes by outcome. */
function paint({ paint: painted }: Output, label: string, text: string): string {
  return /^[A-Z_]+$/.test(label) ? painted(outcomeStyle(label), text) : text
}

export function outcomeStyle(code: string): Style {
  if (code === "VALID") return "green"
  return code === "RATE_LIMITED" || code === "USAGE_EXCEEDED" ? "yellow" : "red"
}
