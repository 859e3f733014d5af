import type { Operation } from "../operations/operation.ts"
import type { Output } from "./command.ts"
import type { Connection } from "./connection.ts"
import { refusalText } from "./refusal-text.ts"
import { render } from "./render.ts"
import { type Answer, send } from "./send.ts"

interface Performance {
  readonly operation: Operation
  readonly connection: Connection
  readonly body: unknown
  /** Print what came back as it came. */
  readonly isRaw: boolean
  /** Fetch every page. */
  readonly isWhole: boolean
  readonly output: Output
}

/** Calls the operation, shows what came back, and returns the exit code. */
export async function perform({ operation, connection, body, isRaw, isWhole, output }: Performance): Promise<number> {
  const answer = isWhole
    ? await sendForAll(connection, operation, body)
    : await send(connection, operation.name, JSON.stringify(body))
  if (isRaw) output.print(answer.text)
  if (answer.type === "refusal") {
    output.error(refusalText(answer.refusal))
    return 1
  }
  if (answer.isReplayed) output.error("This is the answer to an earlier call with the same idempotency key.")
  if (isRaw) return 0
  output.print(render(answer.data, output.columns))
  if (answer.cursor !== undefined) output.error(`There are more: add --all, or --cursor ${answer.cursor}.`)
  return 0
}

/** Page after page, as if it were one. */
async function sendForAll(connection: Connection, { name }: Operation, body: unknown): Promise<Answer> {
  const items: unknown[] = []
  let cursor: string | undefined
  for (;;) {
    const asked = cursor === undefined ? body : { ...Object(body), cursor }
    const answer = await send(connection, name, JSON.stringify(asked))
    if (answer.type === "refusal") return answer
    items.push(...(Array.isArray(answer.data) ? answer.data : []))
    if (answer.cursor === undefined) {
      const text = JSON.stringify({ ...answer.envelope, data: items })
      return { ...answer, text, data: items }
    }
    cursor = answer.cursor
  }
}
