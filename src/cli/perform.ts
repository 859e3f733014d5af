import type { Operation } from "../operations/operation.ts"
import type { Output } from "./command.ts"
import type { Connection } from "./connection.ts"
import { UsageError } from "./failure.ts"
import { onlyMember, requireMember } from "./only.ts"
import { countingOn } from "./progress.ts"
import { Refused } from "./refused.ts"
import { render } from "./render.ts"
import { type Answer, send } from "./send.ts"

interface Performance {
  readonly operation: Operation
  readonly connection: Connection
  readonly body: unknown
  /** Print what came back as it came. */
  readonly isRaw: boolean
  /** Print this member of what came back, and nothing else. */
  readonly only: string | undefined
  /** Fetch every page. */
  readonly isWhole: boolean
  readonly output: Output
}

/** Calls the operation, shows what came back, and returns the exit code. */
export async function perform(performance: Performance): Promise<number> {
  const { operation, connection, body, isRaw, only, isWhole, output } = performance
  if (isRaw && only !== undefined) throw new UsageError("--json prints everything and --only one member: choose one.")
  if (only !== undefined) requireMember(operation.output, only)
  const answer = isWhole
    ? await sendForAll(connection, operation, { body, count: countingOn(output, "entries") })
    : await send(connection, operation.name, JSON.stringify(body))
  if (answer.type === "refusal") throw new Refused(answer.refusal, connection)
  if (answer.isReplayed) output.error("This is the response to an earlier call with the same idempotency key.")
  if (isRaw) {
    output.print(answer.text)
    return 0
  }
  output.print(only === undefined ? render(answer.data, output) : onlyMember(answer.data, only))
  if (answer.cursor !== undefined) output.error(`There are more: add --all, or --cursor ${answer.cursor}.`)
  return 0
}

interface Whole {
  readonly body: unknown
  /** Told how many entries have come. */
  count(entries: number): void
}

/** Page after page, as if it were one. */
async function sendForAll(connection: Connection, { name }: Operation, { body, count }: Whole): Promise<Answer> {
  const items: unknown[] = []
  let cursor: string | undefined
  for (;;) {
    const asked = cursor === undefined ? body : { ...Object(body), cursor }
    const answer = await send(connection, name, JSON.stringify(asked))
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
