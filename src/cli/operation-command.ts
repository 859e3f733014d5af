import type { Operation } from "../operations/operation.ts"
import type { Command, Invocation } from "./command.ts"
import { connectionFlags, connectionOf } from "./connection.ts"
import { requireConsent } from "./consent.ts"
import { UsageError } from "./failure.ts"
import { type Field, fieldsOf, flagOf } from "./fields.ts"
import { readArguments, type Takes } from "./flags.ts"
import { kebab } from "./names.ts"
import { operationHelp } from "./operation-help.ts"
import { perform } from "./perform.ts"
import { findField, isObject, nameOf, parsed, putField, takesOf } from "./read-fields.ts"
import { watchEvents, watched } from "./watch-events.ts"

/** `identities.createIdentity` as `keyward identities create-identity`, its flags made from its input. */
export function operationCommand(operation: Operation): Command {
  return {
    words: operation.name.split(".").map(kebab),
    summary: operation.summary,
    get flags() {
      const fields = fieldsOf(operation.input).map(({ path, kind }) => [flagOf(path), takesOf(kind)] as const)
      return Object.fromEntries([...ownFlagsOf(operation), ...fields])
    },
    get choices() {
      const chosen = fieldsOf(operation.input).filter(({ schema }) => schema.enum !== undefined)
      return Object.fromEntries(chosen.map(({ path, schema }) => [flagOf(path), (schema.enum ?? []).map(String)]))
    },
    help: () => operationHelp(operation, fieldsOf(operation.input)),
    async run(invocation) {
      const { body, own } = await readRequest(operation, fieldsOf(operation.input), invocation)
      const connection = connectionOf(invocation, own)
      if (own.has("watch")) {
        if (own.has("all")) throw new UsageError("--watch and --all exclude each other; --since shows what was before.")
        return watchEvents({
          connection,
          body,
          isRaw: own.has("json"),
          only: own.get("only"),
          output: invocation.output,
        })
      }
      if (!own.has("yes")) await requireConsent(operation, connection, invocation)
      return perform({
        operation,
        connection,
        body,
        isRaw: own.has("json"),
        only: own.get("only"),
        isWhole: own.has("all"),
        output: invocation.output,
      })
    },
  }
}

/** Flags that are no fields, by name. No operation may have a field of such a name. */
export function ownFlagsOf({ name, paged, kind, isDestructive }: Operation): ReadonlyMap<string, Takes> {
  const { "idempotency-key": idempotencyKey, ...others } = connectionFlags
  return new Map<string, Takes>([
    ...Object.entries(others),
    ["body", "value"],
    ...(kind === "mutation" ? ([["idempotency-key", idempotencyKey]] as const) : []),
    ...(paged ? ([["all", "nothing"]] as const) : []),
    ...(name === watched ? ([["watch", "nothing"]] as const) : []),
    ...(isDestructive ? ([["yes", "nothing"]] as const) : []),
  ])
}

async function readRequest(operation: Operation, fields: readonly Field[], { args, readInput }: Invocation) {
  const ownFlags = ownFlagsOf(operation)
  const { flags, words } = readArguments(args, {
    find: (flag) => findFlag(flag, ownFlags, fields),
    flags: [...ownFlags.keys(), ...fields.map(({ path }) => flagOf(path))],
  })
  const own = new Map<string, string>()
  for (const { flag, value } of flags) {
    if (!ownFlags.has(flag)) continue
    own.set(flag, value ?? "")
  }
  const body = await wholeBody(own.get("body"), words, readInput)
  const fieldFlags = flags.filter(({ flag }) => !ownFlags.has(flag))
  if (fieldFlags.length > 0 && !isObject(body))
    throw new UsageError("Flags for fields need a body that is a JSON object.")
  for (const { flag, value } of fieldFlags) {
    const found = findField(fields, flag)
    if (found !== undefined && isObject(body)) putField(body, found, value)
  }
  return { body, own }
}

/** Every spelling of a field has the name of its place in the request, so that no two of them set the same. */
function findFlag(flag: string, ownFlags: ReadonlyMap<string, Takes>, fields: readonly Field[]) {
  const own = ownFlags.get(flag)
  if (own !== undefined) return { name: flag, takes: own }
  const found = findField(fields, flag)
  return found && { name: nameOf(found), takes: found.takes }
}

/** The request as a whole, from `--body` or standard input; empty if neither is given. */
async function wholeBody(
  body: string | undefined,
  words: readonly string[],
  readInput: () => Promise<string>,
): Promise<unknown> {
  const stray = words.find((word) => word !== "-")
  if (stray !== undefined)
    throw new UsageError(`What is ${JSON.stringify(stray)} for? Values belong to flags, as in --name VALUE.`)
  const readsInput = words.length > 0 || body === "-"
  if (readsInput && body !== undefined && body !== "-")
    throw new UsageError("The body is given twice: by --body and by -.")
  if (readsInput) return parsed("What came in on standard input", await readInput())
  return body === undefined ? {} : parsed("--body", body)
}
