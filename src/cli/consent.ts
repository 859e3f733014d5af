import type { Invocation } from "./command.ts"
import type { Connection } from "./connection.ts"
import { Cancelled, exitCodes, Failure } from "./failure.ts"
import type { OperationCall } from "./operation/operation-calls.ts"

export const consentHelp = ["--yes", "Does not ask first. Scripts need it: there is nobody to ask."] as const

/** Asks before something is taken away; throws unless somebody has said yes. */
export async function requireConsent(
  { words, summary, isDestructive }: Pick<OperationCall, "words" | "summary" | "isDestructive">,
  { url, keySource }: Connection,
  { person, output }: Pick<Invocation, "person" | "output">,
): Promise<void> {
  if (!isDestructive) return
  if (person === undefined) {
    throw new Failure(
      "cli/confirmation_required",
      `\`keyward ${words.join(" ")}\` needs confirmation, and there is no terminal to ask at. Run it again with --yes. Nothing was done.`,
      { exitCode: exitCodes.usage },
    )
  }
  output.error(`keyward ${words.join(" ")} at ${url}, with the key of ${keySource}: ${summary}`)
  const answer = await person.ask("Go on? [y/N] ")
  if (!/^y(es)?$/i.test(answer ?? "")) throw new Cancelled("Nothing was done.")
}
