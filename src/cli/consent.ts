import type { Operation } from "../operations/operation.ts"
import type { Invocation } from "./command.ts"
import type { Connection } from "./connection.ts"
import { Cancelled, exitCodes, Failure } from "./failure.ts"

export const consentHelp =
  "  --yes                    Does not ask before something is taken away; needed where there is no terminal to ask at."

/** Asks before something is taken away; throws unless somebody has said yes. */
export async function requireConsent(
  { name, summary, isDestructive }: Operation,
  { url, keySource }: Connection,
  { person, output }: Pick<Invocation, "person" | "output">,
): Promise<void> {
  if (!isDestructive) return
  if (person === undefined) {
    throw new Failure(
      "cli/confirmation_required",
      `${name} takes something away, and there is no terminal to ask at: add --yes. Nothing was done.`,
      { exitCode: exitCodes.usage },
    )
  }
  output.error(`${name} at ${url}, with the key of ${keySource}: ${summary}`)
  const answer = await person.ask("Go on? [y/N] ")
  if (!/^y(es)?$/i.test(answer ?? "")) throw new Cancelled("Nothing was done.")
}
