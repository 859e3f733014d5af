import { fieldsIn, type Reach, reachOf, touchedBy } from "../../core/reach.ts"
import type { Connection } from "../client/connection.ts"
import type { Invocation } from "../command.ts"
import { Cancelled, exitCodes, Failure } from "../failure.ts"
import { isObject } from "../terminal/json.ts"
import { askToCount } from "./ask-to-count.ts"
import type { OperationCall } from "./operation-call.ts"
import { type Target, targetOf } from "./target.ts"

/** For a command that asks about some requests. */
export const consentHelp = [
  "--yes",
  "Do not ask for confirmation. Scripts need this flag to delete or disable, and to change more than one object at once.",
] as const

/** For a command that always asks. */
export const alwaysConsentHelp = ["--yes", "Do not ask for confirmation. Scripts need this flag."] as const

interface ConsentRequest extends Pick<Invocation, "prompt" | "output"> {
  readonly connection: Connection
  readonly body: unknown
}

/**
 * Asks before something is deleted or disabled, or a change reaches more than the object that it names. The question names
 * the object and says how many it reaches. If it cannot be undone, the user must type the name. Throws unless the user
 * confirms. What reaches nothing now, and can be undone, needs no answer, and no terminal.
 */
export async function requireConsent(
  call: OperationCall,
  { connection, body, prompt, output }: ConsentRequest,
): Promise<Target | undefined> {
  const { operation } = call
  if (prompt === undefined) {
    const { sentence, isNone } = await reach(call, connection, body)
    if (isNone && operation.isDestructive !== true) return undefined
    throw new Failure(
      "cli/confirmation_required",
      spaced([`${gerundOf(call, body)} needs confirmation.`, sentence, "Run again with --yes. Nothing was done."]),
      { exitCode: exitCodes.usage },
    )
  }
  const target = await targetOf(connection, operation.name, body)
  const { sentence, isNone } = await reach(call, connection, body)
  if (isNone && operation.isDestructive !== true) return target
  const { named, affected, word } = target
  output.error(`At ${connection.url}, with the key of ${connection.keySource}:`)
  const question = [`${verbOf(call, body)} ${partOf(call)}${named}${affected}?`, sentence]
  if (canBeUndone(call)) {
    const answer = await prompt.ask(spaced([...question, "[y/N] "]))
    if (/^y(es)?$/i.test(answer ?? "")) return target
  } else {
    const answer = await prompt.ask(spaced([...question, `This cannot be undone. Type ${word} to confirm: `]))
    if (answer === word) return target
    if (answer) throw new Cancelled(`That is not ${word}. Nothing was done.`)
  }
  throw new Cancelled("Nothing was done.")
}

/** Whom the call reaches beyond the object that it names. */
async function reach({ operation }: OperationCall, connection: Connection, body: unknown): Promise<Reach> {
  const input = fieldsIn(body)
  const touched = touchedBy(operation.touches, input)
  return touched === undefined ? { sentence: "", isNone: false } : reachOf(touched, input, askToCount(connection))
}

function spaced(sentences: readonly string[]): string {
  return sentences.filter(Boolean).join(" ")
}

/** `Delete`, `Disable`, `Revoke`, `Change`. */
function verbOf({ words }: Pick<OperationCall, "words">, body: unknown): string {
  const [verb = ""] = (words.at(-1) ?? "").split("-")
  if (/^(update|set)$/.test(verb)) return isDisabling(body) ? "Disable" : "Change"
  return `${verb[0]?.toUpperCase()}${verb.slice(1)}`
}

function isDisabling(body: unknown): boolean {
  if (!isObject(body)) return false
  return body.enabled === false || (isObject(body.set) && body.set.enabled === false)
}

/** `Deleted`, `Revoked`, `Finished the rotation of`. */
export function doneOf(call: Pick<OperationCall, "words">, body: unknown): string {
  const verb = verbOf(call, body)
  const done = verb === "Cancel" ? "Cancelled" : `${verb.replace(/e$/, "")}ed`
  return `${done} ${partOf(call)}`.trimEnd()
}

/** What of the object ends, if not the object. */
function partOf({ words }: Pick<OperationCall, "words">): string {
  return words.at(-1)?.endsWith("-rotation") ? "the rotation of " : ""
}

/** A change can be changed back, a disabled object enabled again, and an override that is set again gets its old id. */
function canBeUndone({ operation: { name, isDestructive } }: OperationCall): boolean {
  return isDestructive !== true || name === "workspaces.disableWorkspace" || name === "ratelimit.deleteOverride"
}

/** `Deleting`, `Cancelling the rotation of a key`. */
function gerundOf(call: Pick<OperationCall, "words">, body: unknown): string {
  const verb = verbOf(call, body)
  const doing = verb === "Cancel" ? "Cancelling" : `${verb.replace(/e$/, "")}ing`
  return partOf(call) === "" ? doing : `${doing} ${partOf(call)}a key`
}
