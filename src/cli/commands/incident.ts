import { z } from "zod"
import { hourMs } from "../../core/durations.ts"
import { isIdShaped } from "../../core/id-shape.ts"
import { type Connection, connectionOf, serviceFlags, serviceRows } from "../client/connection.ts"
import { Refused } from "../client/refused.ts"
import { send } from "../client/send.ts"
import type { Command, Invocation } from "../command.ts"
import { UsageError } from "../failure.ts"
import { readFixed, unexpected } from "../flags.ts"
import { momentIn } from "../operation/values/moment.ts"
import { alignColumns } from "../terminal/text.ts"
import { incidentText, shownIncident } from "./incident-text.ts"
import { sinceOf } from "./usage-request.ts"

const flags = { ...serviceFlags, since: "value", until: "value", workspace: "value", json: "nothing" } as const

export const incidentCommand: Command = {
  words: ["incident"],
  usage: " CUSTOMER_OR_KEY_ID",
  summary: "Show why a customer or key was refused, since when, and what ends it.",
  flags,
  help: () => `Usage: keyward incident CUSTOMER_OR_KEY_ID [--since 24h]

Shows why calls were refused, the most refusals first: since when, which change they came from, whom
else it touched, and the commands that end them. Taking the change back comes first. Read what a
command lets in before you paste it.

${alignColumns([
  ["CUSTOMER_OR_KEY_ID", "Id or external id of a customer, or the id of a key."],
  ["--since TIME", "A duration such as 1h or 7d, or a date; at most 31 days. Default: 24h."],
  ["--until TIME", "End of the time. Default: now."],
  ["--workspace ID", "The workspace to look at. An operator must name one."],
  ["--json", "Print the result as JSON."],
  ...serviceRows,
])}

Example:
  keyward incident user_1 --since 3h`,
  async run(invocation) {
    const { args, output, now } = invocation
    const { given, words } = readFixed(args, flags)
    const [subject, stray] = words
    if (stray !== undefined) throw unexpected(stray)
    if (subject === undefined || subject === "") {
      throw new UsageError("Name a customer by its id or external id, or a key by its id: keyward incident user_42")
    }
    const workspaceId = given.get("workspace")
    const body = {
      ...(isIdShaped("key", subject) ? { keyId: subject } : { identity: subject }),
      ...(workspaceId !== undefined && { workspaceId }),
      ...rangeOf(given, invocation),
    }
    const data = await read(connectionOf(invocation, given), body)
    if (given.has("json")) output.print(JSON.stringify(data))
    else output.print(await incidentText(shownIncident.parse(data), { subject, given, output, now: now() }))
    return 0
  },
}

/** From the start of a minute on, so that "24h" is counted by the minute. */
function rangeOf(given: ReadonlyMap<string, string>, invocation: Invocation) {
  const until = given.get("until")
  const from = sinceOf(given, invocation, "24h")
  if (until === undefined) return { from }
  const to = momentIn(until, { now: invocation.now(), direction: "back" })
  if (to === undefined)
    throw new UsageError(`--until must be a duration such as 1h, or a date, not ${JSON.stringify(until)}.`)
  if (to <= from) throw new UsageError("--since must be before --until.")
  return { from, to: Math.max(to, from + hourMs / 60) }
}

async function read(connection: Connection, body: object): Promise<unknown> {
  const answer = await send(connection, "usage.getIncident", JSON.stringify(body))
  if (answer.type === "refusal") throw new Refused(answer.refusal, connection)
  return z.unknown().parse(answer.data)
}
