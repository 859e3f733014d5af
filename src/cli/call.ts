import { nearest } from "../core/nearest.ts"
import { operations } from "../operations/index.ts"
import type { Operation } from "../operations/operation.ts"
import type { Command } from "./command.ts"
import { connectionFlags, connectionHelp, connectionOf } from "./connection.ts"
import { consentHelp, requireConsent } from "./consent.ts"
import { UsageError } from "./failure.ts"
import { type FlagsOf, readFixed } from "./flags.ts"
import { kebab } from "./names.ts"
import { perform } from "./perform.ts"
import { parsed } from "./read-fields.ts"

const callFlags = { ...connectionFlags, all: "nothing", yes: "nothing" } as const satisfies FlagsOf

export const call: Command = {
  words: ["call"],
  summary: "Call any operation of a running service with a JSON body.",
  flags: callFlags,
  choices: { "": operations.map(({ name }) => name) },
  help: () => `Usage: keyward call OPERATION [JSON | -]

Sends the JSON, or with - what comes in on standard input, to an operation and shows the answer; without either the
body is {}. Every operation is also a command with flags of its own: keyward keys create-key --help.
Exit code 0: done; 1: the service cannot be reached; 2: the command line or the body is wrong; 3: the service refused.

${connectionHelp}
  --all                    Every page of a list, not only the first.
${consentHelp}

Example:
  keyward call identities.createIdentity '{"externalId":"user_1","meta":{"plan":"pro"}}'`,
  async run(invocation) {
    const { given, words } = readFixed(invocation.args, callFlags)
    const [name, body = "{}", ...stray] = words
    if (name === undefined) throw new UsageError("Name an operation, such as keys.listKeys.")
    if (stray.length > 0) throw new UsageError("The body has to be one argument: put the JSON in single quotes.")
    const operation = operationNamed(name)
    if (given.has("all") && !operation.paged) throw new UsageError(`${operation.name} has no pages: leave --all out.`)
    const connection = connectionOf(invocation, given)
    const whole =
      body === "-" ? parsed("What came in on standard input", await invocation.readInput()) : parsed("The body", body)
    if (!given.has("yes")) await requireConsent(operation, connection, invocation)
    return perform({
      operation,
      connection,
      body: whole,
      isRaw: given.has("json"),
      only: given.get("only"),
      isWhole: given.has("all"),
      output: invocation.output,
    })
  },
}

function operationNamed(name: string): Operation {
  const found = operations.find((operation) => kebab(operation.name) === kebab(name))
  if (found !== undefined) return found
  const meant = nearest(
    name,
    operations.map((operation) => operation.name),
  )
  throw new UsageError(
    `There is no operation ${JSON.stringify(name)}.${meant === undefined ? "" : ` Did you mean ${meant}?`}`,
  )
}
