import { connectionFlags, connectionOf } from "../client/connection.ts"
import type { Command } from "../command.ts"
import { watchEvents, watched } from "../commands/watch-events.ts"
import { UsageError } from "../failure.ts"
import type { FlagValue } from "../flags.ts"
import { eventsOfCustomer } from "./event-lookups.ts"
import { flagOf } from "./fields.ts"
import { formats } from "./format.ts"
import type { OperationCall } from "./operation-call.ts"
import { operationHelp } from "./operation-help.ts"
import { usageOf } from "./positionals.ts"
import { takesOf } from "./read-fields.ts"
import { readRequest } from "./read-request.ts"
import { runOperation } from "./run-operation.ts"
import { shorthandsFor, takesOfShorthand } from "./shorthands.ts"

/** Makes a command from an operation: `keyward identities create` from `identities.createIdentity`. */
export function operationCommand(call: OperationCall): Command {
  const { words, aliases, isUnlisted, summary } = call
  return {
    words,
    aliases,
    isUnlisted,
    summary,
    get usage() {
      return usageOf(call.positionals())
    },
    get flags() {
      const fields = call.fields()
      return Object.fromEntries([
        ...ownFlagsOf(call),
        ...fields.map(({ path, kind }) => [flagOf(path), takesOf(kind)] as const),
        ...shorthandsFor(fields).map((one) => [one.flag, takesOfShorthand(one)] as const),
      ])
    },
    get choices() {
      const chosen = call.fields().filter(({ schema }) => schema.enum !== undefined)
      return Object.fromEntries([
        ["output", formats],
        ...chosen.map(({ path, schema }) => [flagOf(path), (schema.enum ?? []).map(String)] as const),
      ])
    },
    help: () => operationHelp(call),
    async run(invocation) {
      const { body, own } = await readRequest(call, ownFlagsOf(call), invocation)
      const connection = connectionOf(invocation, own)
      const customer = own.get("customer")
      const request = customer === undefined ? body : await eventsOfCustomer(connection, body, customer)
      if (own.has("watch")) {
        if (own.has("all"))
          throw new UsageError("--watch and --all cannot be combined. Use --since to show earlier events.")
        return watchEvents({
          connection,
          body: request,
          isRaw: own.has("json") || own.get("output") === "json",
          only: own.get("only"),
          output: invocation.output,
          now: invocation.now,
        })
      }
      return runOperation({ call, connection, body: request, given: own, invocation })
    },
  }
}

/** Flags that are not fields, by name. No operation may have a field with such a name. */
export function ownFlagsOf({ operation, mayAsk }: OperationCall): ReadonlyMap<string, FlagValue> {
  const { name, paged, kind } = operation
  const { "idempotency-key": idempotencyKey, ...others } = connectionFlags
  return new Map<string, FlagValue>([
    ...Object.entries(others),
    ["body", "value"],
    ...(kind === "mutation" ? ([["idempotency-key", idempotencyKey]] as const) : []),
    ...(paged ? ([["all", "nothing"]] as const) : []),
    ...(name === watched
      ? ([
          ["watch", "nothing"],
          ["customer", "value"],
        ] as const)
      : []),
    ...(mayAsk ? ([["yes", "nothing"]] as const) : []),
  ])
}
