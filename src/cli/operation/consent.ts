import type { Connection } from "../client/connection.ts"
import type { Invocation } from "../command.ts"
import { Cancelled, exitCodes, Failure } from "../failure.ts"
import type { OperationCall } from "./operation-call.ts"
import { type Target, targetOf } from "./target.ts"

export const consentHelp = ["--yes", "Do not ask for confirmation. Scripts need this flag."] as const

interface ConsentRequest extends Pick<Invocation, "prompt" | "output"> {
  readonly connection: Connection
  readonly body: unknown
}

/**
 * Asks before something is deleted or disabled, and names the object and what it affects. If it cannot be undone, the
 * user must type the name. Throws unless the user confirms.
 */
export async function requireConsent(
  call: OperationCall,
  { connection, body, prompt, output }: ConsentRequest,
): Promise<Target> {
  const { operation } = call
  if (prompt === undefined) {
    throw new Failure(
      "cli/confirmation_required",
      `${gerundOf(call)} needs confirmation. Run again with --yes. Nothing was done.`,
      { exitCode: exitCodes.usage },
    )
  }
  const target = await targetOf(connection, operation.name, body)
  const { named, affected, word } = target
  output.error(`At ${connection.url}, with the key of ${connection.keySource}:`)
  const question = `${verbOf(call)} ${partOf(call)}${named}${affected}?`
  if (canBeUndone(call)) {
    const answer = await prompt.ask(`${question} [y/N] `)
    if (/^y(es)?$/i.test(answer ?? "")) return target
  } else {
    const answer = await prompt.ask(`${question} This cannot be undone. Type ${word} to confirm: `)
    if (answer === word) return target
    if (answer) throw new Cancelled(`That is not ${word}. Nothing was done.`)
  }
  throw new Cancelled("Nothing was done.")
}

/** `Delete`, `Disable`, `Revoke`. */
function verbOf({ words }: Pick<OperationCall, "words">): string {
  const [verb = ""] = (words.at(-1) ?? "").split("-")
  return `${verb[0]?.toUpperCase()}${verb.slice(1)}`
}

/** `Deleted`, `Revoked`, `Finished the rotation of`. */
export function doneOf(call: Pick<OperationCall, "words">): string {
  const verb = verbOf(call)
  const done = verb === "Cancel" ? "Cancelled" : `${verb.replace(/e$/, "")}ed`
  return `${done} ${partOf(call)}`.trimEnd()
}

/** What of the object ends, if not the object. */
function partOf({ words }: Pick<OperationCall, "words">): string {
  return words.at(-1)?.endsWith("-rotation") ? "the rotation of " : ""
}

/** A disabled object can be enabled again, and an override that is set again gets its old id. */
function canBeUndone({ words, operation }: OperationCall): boolean {
  return /^(disable|revoke)$/.test(words.at(-1) ?? "") || operation.name === "ratelimit.deleteOverride"
}

/** `Deleting`, `Cancelling the rotation of a key`. */
function gerundOf(call: Pick<OperationCall, "words">): string {
  const verb = verbOf(call)
  const doing = verb === "Cancel" ? "Cancelling" : `${verb.replace(/e$/, "")}ing`
  return partOf(call) === "" ? doing : `${doing} ${partOf(call)}a key`
}
