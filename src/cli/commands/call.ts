import { nearest } from "../../core/nearest.ts"
import { keyOperations as operations } from "../../operations/index.ts"
import { callRows, connectionFlags, connectionOf } from "../client/connection.ts"
import type { Command } from "../command.ts"
import { UsageError } from "../failure.ts"
import { type FlagsOf, readFixed } from "../flags.ts"
import { consentHelp } from "../operation/consent.ts"
import { formats } from "../operation/format.ts"
import type { OperationCall } from "../operation/operation-call.ts"
import { operationCalls } from "../operation/operation-calls.ts"
import { runOperation } from "../operation/run-operation.ts"
import { parsed } from "../terminal/json.ts"
import { alignColumns, toKebabCase } from "../terminal/text.ts"

const callFlags = { ...connectionFlags, all: "nothing", yes: "nothing" } as const satisfies FlagsOf

export const call: Command = {
  words: ["call"],
  summary: "Call any operation of a running service with a JSON body.",
  flags: callFlags,
  choices: { output: formats, "": operations.map(({ name }) => name) },
  help: () => `Usage: keyward call OPERATION [JSON | -]

Calls an operation with a JSON body and shows the response. With -, the body comes from standard
input; without a body, it is {}. Every operation is also a command with arguments and flags: see
\`keyward keys create --help\`.

Exit code 0: done; 1: the service cannot be reached; 2: the command line or the body is wrong; 3:
the service refused the call.

${alignColumns([...callRows("mutation"), ["--all", "Fetch every page of a list, not only the first."], consentHelp])}

Example:
  keyward call identities.createIdentity '{"externalId":"user_1","meta":{"plan":"pro"}}'`,
  async run(invocation) {
    const { given, words } = readFixed(invocation.args, callFlags)
    const [name, body = "{}", ...stray] = words
    if (name === undefined) throw new UsageError("Name an operation, such as keys.listKeys.")
    if (stray.length > 0) throw new UsageError("The body must be one argument. Put the JSON in single quotes.")
    const called = callNamed(name)
    const { operation } = called
    if (given.has("all") && !operation.paged) throw new UsageError(`${operation.name} has no pages. Leave out --all.`)
    const connection = connectionOf(invocation, given)
    const whole = body === "-" ? parsed("Standard input", await invocation.readInput()) : parsed("The body", body)
    return runOperation({ call: called, connection, body: whole, given, invocation })
  },
}

/** Finds the plain command of the operation, because presets come last. */
function callNamed(name: string): OperationCall {
  const found = operationCalls.find(({ operation }) => toKebabCase(operation.name) === toKebabCase(name))
  if (found !== undefined) return found
  const meant = nearest(
    name,
    operations.map((operation) => operation.name),
  )
  throw new UsageError(
    `There is no operation ${JSON.stringify(name)}.${meant === undefined ? "" : ` Did you mean ${meant}?`}`,
  )
}
