import type { Ask } from "../../core/reach.ts"
import type { Connection } from "../client/connection.ts"
import { send } from "../client/send.ts"
import { isObject } from "../terminal/json.ts"

/** Asks the service whom a call reaches. A refused question has no reply, so that words replace the count. */
export function askToCount(connection: Connection): Ask {
  return async ({ operation, body }) => {
    const answer = await send({ ...connection, idempotencyKey: undefined }, operation, JSON.stringify(body))
    if (answer.type === "refusal") return undefined
    const { pagination } = answer.envelope
    const { total, totalIsAtLeast } = isObject(pagination) ? pagination : {}
    return {
      data: answer.data,
      pagination: {
        total: typeof total === "number" ? total : undefined,
        totalIsAtLeast: totalIsAtLeast === true,
        cursor: answer.cursor,
      },
    }
  }
}
