import { z } from "zod"
import { printable } from "../../core/printable.ts"
import { type Connection, connectionOf, serviceFlags, serviceRows } from "../client/connection.ts"
import { type EventStream, openEventStream, pause, type StreamedEvent } from "../client/event-stream.ts"
import { type Forwarded, forwardEvent, forwardUrlIn, isAccepted } from "../client/forward-event.ts"
import { currentProfile, profileName, webhookSecretOf } from "../client/profiles.ts"
import { Refused } from "../client/refused.ts"
import { NoResponse, send } from "../client/send.ts"
import type { Command, Invocation } from "../command.ts"
import { UsageError } from "../failure.ts"
import { readFlags } from "../flags.ts"
import { momentIn } from "../operation/values/moment.ts"
import { onStopSignal } from "../serve/until-stopped.ts"
import type { Output } from "../terminal/output.ts"
import { alignColumns } from "../terminal/text.ts"

const flags = {
  ...serviceFlags,
  forward: "value",
  types: "value",
  from: "value",
  workspace: "value",
  "print-secret": "nothing",
  json: "nothing",
} as const

export const webhooksListen: Command = {
  words: ["webhooks", "listen"],
  summary: "Forward events to an application on this machine, signed like a webhook.",
  flags,
  help: () => `Usage: keyward webhooks listen --forward URL [--types TYPES] [--from TIME]

Reads the stream of events and sends each event to your application, as a webhook does. The service
needs no way to reach your machine, and no webhook is created. Each event is sent once, in order; a
failure is shown and not repeated. The key needs \`event.*.read_event\`.

The requests are signed with a secret of this profile. It is shown, and stays the same; give it to
your application. The secrets of webhooks are others.

${alignColumns([
  ["--forward URL", "Where to send events, such as http://localhost:3000/hook."],
  ["--types TYPE,…", "Only these types: key.created, key.* or *. Default: *."],
  ["--from TIME", "Begin in the past: a duration such as 1h, a date, or the id of the first event. Default: now."],
  ["--workspace ID", "Only events of this workspace. Default: all for an operator."],
  ["--print-secret", "Print the secret and leave."],
  ["--json", "Print one JSON object for each event."],
  ...serviceRows,
])}

Example:
  keyward webhooks listen --forward http://localhost:3000/hook --types 'key.*'`,
  async run(invocation) {
    const { args, environment, output, now } = invocation
    const given = readFlags(args, flags)
    const secret = webhookSecretOf(environment, profileName(given.get("profile") ?? currentProfile(environment)))
    if (given.has("print-secret")) {
      output.print(given.has("json") ? JSON.stringify({ secret }) : secret)
      return 0
    }
    const url = forwardUrlIn(given.get("forward"))
    const connection = connectionOf(invocation, given)
    const stopping = new AbortController()
    onStopSignal(() => stopping.abort())
    output.whenUnread(() => stopping.abort())
    const events = await openLog({ ...connection, stopped: stopping.signal }, given, invocation)
    output.error(`Events are signed with ${secret}`)
    output.error(`Forwarding to ${url}. Press Ctrl-C to stop.`)
    for await (const event of events) {
      const result = await forwardEvent(event, { url, secret, now: now() })
      output.print(given.has("json") ? jsonOf(event, result) : textOf(event, result, output))
    }
    return 0
  },
}

const patienceMs = { first: 250, last: 5_000 }

/** Throws what is wrong from the start. Later, a service that is away is waited for. */
async function openLog(connection: Connection, given: ReadonlyMap<string, string>, invocation: Invocation) {
  const workspaceId = given.get("workspace")
  const asked = { workspaceId, types: given.get("types")?.split(",") }
  const start = await startOf({ connection, asked, from: given.get("from"), now: invocation.now() })
  return follow({ connection, asked, start, output: invocation.output })
}

interface Asked {
  readonly workspaceId: string | undefined
  readonly types: readonly string[] | undefined
}

interface Start {
  /** An event that is sent first. */
  readonly first?: StreamedEvent
  readonly after: string | undefined
}

interface Following {
  readonly connection: Connection
  readonly asked: Asked
  readonly start: Start
  readonly output: Output
}

/** Yields each event once, in order, until the command is stopped. */
async function* follow({ connection, asked, start, output }: Following): AsyncGenerator<StreamedEvent> {
  const stopped = connection.stopped ?? new AbortController().signal
  let { after } = start
  if (start.first !== undefined) yield start.first
  let failures = 0
  while (!stopped.aborted) {
    const stream: EventStream | undefined = await openEventStream(connection, { ...asked, after }, stopped)
    if (stream === undefined) {
      if (stopped.aborted) return
      await refuseForGood(connection, asked)
      if (failures === 0) output.error("The service does not respond. Trying again.")
      failures += 1
      await pause(Math.min(patienceMs.last, patienceMs.first * 2 ** failures), stopped)
      continue
    }
    if (failures > 0) output.error("The service responds again.")
    failures = 0
    for (let events = await stream.next(); events !== undefined; events = await stream.next()) {
      for (const event of events) {
        after = event.eventId
        yield event
      }
    }
    await pause(patienceMs.first, stopped)
  }
}

/** Throws if no later try can help: the key was deleted, or may not read events. */
async function refuseForGood(connection: Connection, asked: Asked): Promise<void> {
  try {
    await list(connection, { ...asked, limit: 1 })
  } catch (error) {
    if (error instanceof Refused && !error.isPassing) throw error
    if (!(error instanceof Refused || error instanceof NoResponse)) throw error
  }
}

interface StartQuestion {
  readonly connection: Connection
  readonly asked: Asked
  readonly from: string | undefined
  readonly now: number
}

async function startOf({ connection, asked, from = "now", now }: StartQuestion): Promise<Start> {
  const { workspaceId } = asked
  // Also finds out whether the service, the key and the types are right.
  const newest = await list(connection, { ...asked, limit: 1 })
  if (from === "now") return { after: (await list(connection, { workspaceId, limit: 1 }))[0]?.eventId }
  if (from.startsWith("evt_")) return startAt(await eventWith(connection, from))
  const moment = momentIn(from, { now, direction: "back" })
  if (moment === undefined) {
    throw new UsageError(
      `--from must be a duration such as 1h, a date such as 2026-01-31, or the id of an event, not ${JSON.stringify(from)}.`,
    )
  }
  const [before] = await list(connection, { workspaceId, until: moment, limit: 1 })
  if (before !== undefined || newest.length === 0) return { after: before?.eventId }
  // The log is younger. It begins with the workspace.
  const [oldest] = await list(connection, { workspaceId, type: "workspace.created", limit: 1 })
  return oldest === undefined ? { after: undefined } : startAt(oldest)
}

const listed = z.looseObject({ eventId: z.string(), type: z.string(), time: z.number() })
type Listed = z.infer<typeof listed>

function startAt(event: Listed): Start {
  const { eventId, type, time } = event
  const body = JSON.stringify({ type, timestamp: new Date(time).toISOString(), data: event })
  return { first: { eventId, body }, after: eventId }
}

async function list(connection: Connection, body: object): Promise<readonly Listed[]> {
  return z.array(listed).parse(await ask(connection, "events.listEvents", body))
}

async function eventWith(connection: Connection, eventId: string): Promise<Listed> {
  return listed.parse(await ask(connection, "events.getEvent", { eventId }))
}

async function ask(connection: Connection, operation: string, body: object): Promise<unknown> {
  const answer = await send(connection, operation, JSON.stringify(body))
  if (answer.type === "refusal") throw new Refused(answer.refusal, connection)
  return answer.data
}

const message = z.object({ type: z.string() })

function jsonOf({ eventId, body }: StreamedEvent, result: Forwarded): string {
  return JSON.stringify({ eventId, type: message.parse(JSON.parse(body)).type, ...result })
}

/** One line for each request, and the response below it if the application refused. */
export function textOf({ eventId, body }: StreamedEvent, result: Forwarded, { paint }: Pick<Output, "paint">): string {
  const { status, durationMs, error, response } = result
  const type = printable(message.parse(JSON.parse(body)).type)
  const outcome = paint(isAccepted(result) ? "green" : "red", printable(String(status ?? error)))
  const line = `${outcome}  ${paint("bold", type)}  ${eventId}  ${paint("dim", `${durationMs} ms`)}`
  return response === undefined ? line : `${line}\n     ${printable(response)}`
}
