import { printable } from "../../core/printable.ts"
import { asks } from "../../core/reach.ts"
import type { Operation } from "../../operations/operation.ts"
import type { Connection } from "../client/connection.ts"
import { Refused } from "../client/refused.ts"
import { type CallResult, send } from "../client/send.ts"
import type { Invocation } from "../command.ts"
import { watched } from "../commands/watch-events.ts"
import { isObject } from "../terminal/json.ts"
import type { Output } from "../terminal/output.ts"
import { countingOn } from "../terminal/progress.ts"
import { render } from "../terminal/render.ts"
import { changesText, snapshotOf } from "./changes.ts"
import { doneOf, requireConsent } from "./consent.ts"
import { requireKnownObject, withActorNames } from "./event-lookups.ts"
import { checksIn, explanationText } from "./explanation-text.ts"
import { type Format, formatOf } from "./format.ts"
import { listCsv, listTable } from "./list-output.ts"
import type { OperationCall } from "./operation-call.ts"
import { recordText } from "./record.ts"
import { selectField } from "./select-field.ts"
import { withoutKeyInSearch } from "./sought-key.ts"
import type { Target } from "./target.ts"

interface OperationRun {
  readonly call: OperationCall
  readonly connection: Connection
  readonly body: unknown
  /** The flags that are not fields of the request. */
  readonly given: ReadonlyMap<string, string>
  readonly invocation: Pick<Invocation, "output" | "prompt" | "now">
}

/** Asks for confirmation if needed, calls the operation, shows the response or the change, and returns the exit code. */
export async function runOperation({ call, connection, given, invocation, ...run }: OperationRun): Promise<number> {
  const { operation } = call
  const { output, prompt } = invocation
  const isListOfKeys = operation.name === "keys.listKeys"
  const body = isListOfKeys ? await withoutKeyInSearch({ connection, body: run.body, output }) : run.body
  const format = formatOf(given, operation.output)
  const isAsking = asks(operation, body) && !given.has("yes")
  const target = isAsking ? await requireConsent(call, { connection, body, prompt, output }) : undefined
  const snapshot = format.type === "table" ? snapshotOf(connection, operation, body) : undefined
  const before = await snapshot?.()
  const answer = given.has("all")
    ? await sendForAll(connection, operation, { body, count: countingOn(output, "entries") })
    : await send(connection, operation.name, JSON.stringify(body))
  if (answer.type === "refusal") throw new Refused(answer.refusal, connection)
  if (answer.isReplayed) output.error("This is the response to an earlier call with the same idempotency key.")
  const isLog = operation.name === watched
  const mayBeMistyped = isLog && Array.isArray(answer.data) && answer.data.length === 0 && !given.has("customer")
  if (mayBeMistyped) await requireKnownObject(connection, body)
  if (format.type === "json") {
    output.print(answer.text)
    return 0
  }
  const after = before === undefined ? undefined : await snapshot?.()
  const data =
    isLog && format.type !== "only" && Array.isArray(answer.data)
      ? await withActorNames(connection, answer.data.filter(isObject))
      : answer.data
  if (after !== undefined) output.print(changesText(before, after, { ...output, now: invocation.now() }))
  else output.print(await shownAs(format, data, { call, target, body, given, output, now: invocation.now() }))
  printTotal(answer.envelope, output)
  if (answer.cursor !== undefined) output.error(`There are more: add --all, or --cursor ${answer.cursor}.`)
  if (format.type === "table") printOverlap(body, invocation)
  return 0
}

/** `383 match.` after a list with --count. */
function printTotal({ pagination }: Readonly<Record<string, unknown>>, output: Output): void {
  const { total, totalIsAtLeast } = isObject(pagination) ? pagination : {}
  if (typeof total !== "number") return
  const verb = total === 1 ? "matches" : "match"
  output.error(`${totalIsAtLeast === true ? "More than " : ""}${total.toLocaleString("en")} ${verb}.`)
}

interface OutputOptions {
  readonly call: OperationCall
  readonly target: Target | undefined
  readonly body: unknown
  readonly given: ReadonlyMap<string, string>
  readonly output: Output
  readonly now: number
}

async function shownAs(
  format: Exclude<Format, { type: "json" }>,
  data: unknown,
  options: OutputOptions,
): Promise<string> {
  const { output, now, call, given } = options
  if (format.type === "only") return selectField(data, format.path)
  const checks = checksIn(call.operation, data)
  if (checks !== undefined && format.type === "table" && !format.isChosen) {
    return explanationText(data, checks, { ...output, now, given })
  }
  const list = checks ?? (Array.isArray(data) ? data : [data])
  if (format.type === "csv") return listCsv(list, format.columns ?? [], { ...output, now })
  const isList = Array.isArray(data) || format.isChosen
  if (isList && format.columns !== undefined)
    return listTable(list, format.columns, { ...output, now, isChosen: format.isChosen })
  if (asks(call.operation, options.body) && isObject(data) && Object.keys(data).length === 0) return endText(options)
  return isObject(data) && Object.keys(data).length > 0
    ? recordText(data, call.operation.output, { ...output, now })
    : render(data, output)
}

/** `Deleted API Payments (api_…) and its 3 keys.` */
function endText({ call, target, body }: OutputOptions): string {
  const verb = doneOf(call, body)
  if (target !== undefined)
    return `${verb} ${target.named}${target.affected.startsWith(" and") ? target.affected : ""}.`
  const word = isObject(body) ? Object.values(body).find((value) => typeof value === "string") : undefined
  return word === undefined ? "Done." : `${verb} ${printable(String(word))}.`
}

/** After a rotation or a reroll, both secrets work for some time. */
function printOverlap(body: unknown, { output, now }: Pick<Invocation, "output" | "now">): void {
  const { overlap, expiration, keyId, rootKeyId } = isObject(body) ? body : {}
  const duration = overlap ?? expiration
  if (typeof duration !== "number") return
  const old = overlap === undefined ? `The old key ${keyId ?? rootKeyId}` : `The previous secret of ${keyId}`
  if (duration === 0) output.error(`${old} has expired.`)
  else output.error(`${old} works until ${new Date(now() + duration).toISOString()} at the latest.`)
}

interface PagedRequest {
  readonly body: unknown
  /** Reports how many entries have arrived. */
  count(entries: number): void
}

/** Fetches every page and returns them as one response. */
async function sendForAll(
  connection: Connection,
  { name }: Operation,
  { body, count }: PagedRequest,
): Promise<CallResult> {
  const items: unknown[] = []
  let cursor: string | undefined
  for (;;) {
    const pageRequest = cursor === undefined ? body : { ...Object(body), cursor }
    const answer = await send(connection, name, JSON.stringify(pageRequest))
    if (answer.type === "refusal") return answer
    items.push(...(Array.isArray(answer.data) ? answer.data : []))
    count(items.length)
    if (answer.cursor === undefined) {
      const text = JSON.stringify({ ...answer.envelope, data: items })
      return { ...answer, text, data: items }
    }
    cursor = answer.cursor
  }
}
