import { setTimeout } from "node:timers/promises"
import { z } from "zod"
import { printable } from "../../core/printable.ts"
import { type Connection, connectionOf, serviceFlags, serviceRows } from "../client/connection.ts"
import { Refused } from "../client/refused.ts"
import { NoResponse, send } from "../client/send.ts"
import type { Command } from "../command.ts"
import { readFlags } from "../flags.ts"
import { onStopSignal } from "../serve/until-stopped.ts"
import { csvOn } from "../terminal/csv.ts"
import type { Output } from "../terminal/output.ts"
import { alignColumns } from "../terminal/text.ts"
import { outcomeStyle } from "./usage.ts"
import { filterOf, limitOf, refuseTwoFormats, sinceOf, usageFilterFlags, usageFilterRows } from "./usage-request.ts"

const flags = {
  ...serviceFlags,
  ...usageFilterFlags,
  code: "value",
  tag: "value",
  ip: "value",
  watch: "nothing",
  json: "nothing",
  csv: "nothing",
} as const

export const verificationsCommand: Command = {
  words: ["verifications"],
  summary: "Show single verifications and why they were refused; --watch shows new ones.",
  flags,
  help: () => `Usage: keyward verifications [--watch] [--code CODE] [--since 1h]

Shows the verification log, newest first. The log may be sampled: ×20 means that a line stands for
20 verifications. \`keyward usage\` shows exact counts.

${alignColumns([
  ["--watch", "Show each new verification until Ctrl-C, about two seconds after it."],
  ["--code CODE", "Only this code, such as RATE_LIMITED. Several codes are separated by commas."],
  ["--since TIME", "A duration such as 15m or 1d, or a date. Default: 1d."],
  ["--limit N", "Verifications to show, from 1 to 100. Default: 20."],
  ...usageFilterRows,
  ["--tag TAG", "Only verifications with this tag."],
  ["--ip ADDRESS", "Only verifications with this IP address."],
  ["--json", "Print one JSON object for each verification."],
  ["--csv", "Print one line for each verification. Text that begins like a formula gets an apostrophe."],
  ...serviceRows,
])}

Example:
  keyward verifications --code RATE_LIMITED --since 1h`,
  async run(invocation) {
    const { args, output } = invocation
    const given = readFlags(args, flags)
    refuseTwoFormats(given)
    const connection = connectionOf(invocation, given)
    const since = sinceOf(given, invocation, "1d")
    const key = given.get("key")
    const filter = {
      ...filterOf(given),
      ...(key !== undefined && { keyId: key }),
      ...(given.has("code") && { codes: given.get("code")?.split(",") }),
      ...(given.has("tag") && { tag: given.get("tag") }),
      ...(given.has("ip") && { ip: given.get("ip") }),
    }
    const print = printerOf(given, output)
    if (given.has("watch")) return watch({ connection, filter, output, print, ...(given.has("since") && { since }) })
    const { rows } = await page(connection, { ...filter, since, limit: 20, ...limitOf(given) })
    if (rows.length === 0 && !given.has("json") && !given.has("csv")) output.print("No verifications.")
    for (const row of rows) print(row)
    return 0
  },
}

const logged = z.looseObject({
  time: z.number(),
  code: z.string(),
  requestId: z.string(),
  keyId: z.string().optional(),
  name: z.string().optional(),
  identity: z.object({ id: z.string(), externalId: z.string().optional() }).optional(),
  tags: z.array(z.string()),
  ip: z.string().optional(),
  exceeded: z.array(z.string()).optional(),
  missing: z.string().optional(),
  weight: z.number(),
})
type Logged = z.infer<typeof logged>

async function page(connection: Connection, body: object) {
  const answer = await send(connection, "usage.listVerifications", JSON.stringify(body))
  if (answer.type === "refusal") throw new Refused(answer.refusal, connection)
  return { rows: z.array(logged).parse(answer.data), cursor: answer.cursor }
}

interface Watching {
  readonly connection: Connection
  readonly filter: object
  readonly since?: number
  readonly output: Output
  print(row: Logged): void
}

const everyMs = 500

/** Follows the log until a signal arrives or the reader closes the output. */
async function watch({ connection, filter, since, output, print }: Watching): Promise<number> {
  const stopping = new AbortController()
  onStopSignal(() => stopping.abort())
  output.whenUnread(() => stopping.abort())
  const asking = { ...connection, stopped: stopping.signal }
  let after = ""
  let isFollowing = false
  while (!stopping.signal.aborted) {
    try {
      const { rows, cursor } = await page(asking, {
        ...filter,
        after,
        limit: 100,
        ...(since !== undefined && { since }),
      })
      for (const row of rows) print(row)
      after = cursor ?? after
      if (!isFollowing && output.isErrorTerminal) output.error("Waiting for new verifications. Press Ctrl-C to stop.")
      isFollowing = true
      if (rows.length === 100) continue
    } catch (error) {
      if (stopping.signal.aborted) break
      // An address or key that never worked is wrong, and waiting does not help.
      if (!isFollowing || !(error instanceof NoResponse || (error instanceof Refused && error.isPassing))) throw error
    }
    await setTimeout(everyMs, undefined, { signal: stopping.signal }).catch(() => {})
  }
  return 0
}

const csvHead = [
  "time",
  "code",
  "keyId",
  "name",
  "identity",
  "ip",
  "tags",
  "exceeded",
  "missing",
  "weight",
  "requestId",
]

function printerOf(given: ReadonlyMap<string, string>, output: Output): (row: Logged) => void {
  if (given.has("json")) return (row) => output.print(JSON.stringify(row))
  if (!given.has("csv")) return (row) => output.print(textOf(row, output))
  const csvLine = csvOn(output)
  output.print(csvLine(csvHead))
  return (row) => output.print(csvLine(csvValues(row)))
}

function csvValues({ time, code, keyId, name, identity, ip, tags, exceeded, missing, weight, requestId }: Logged) {
  const customer = identity?.externalId ?? identity?.id
  const lists = [tags.join(" "), exceeded?.join(" ")]
  return [new Date(time).toISOString(), code, keyId, name, customer, ip, ...lists, missing, weight, requestId]
}

function textOf(row: Logged, output: Output): string {
  const { time, code, keyId, name, identity, tags, ip, exceeded, missing, weight } = row
  const parts = [
    keyId,
    name,
    identity?.externalId,
    ip,
    exceeded && `exceeded ${exceeded.join(", ")}`,
    missing && `needs ${missing}`,
    tags.length > 0 ? tags.join(" ") : undefined,
    weight > 1 ? `×${weight}` : undefined,
  ]
  const shown = parts.flatMap((part) => (part === undefined ? [] : [printable(part)]))
  const moment = output.paint("dim", new Date(time).toISOString())
  return `${moment}  ${output.paint(outcomeStyle(code), code.padEnd(14))}  ${shown.join("  ")}`.trimEnd()
}
