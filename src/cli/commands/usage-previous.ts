import { z } from "zod"
import { csvLine } from "../../core/csv-line.ts"
import type { Connection } from "../client/connection.ts"
import { Refused } from "../client/refused.ts"
import { send } from "../client/send.ts"
import type { Output } from "../terminal/output.ts"

const page = z.array(
  z.object({
    id: z.string(),
    externalId: z.string(),
    quota: z
      .object({
        interval: z.string(),
        previous: z.object({ from: z.number(), used: z.number(), overageUsed: z.number() }).optional(),
      })
      .optional(),
  }),
)

/** Prints the counts of the previous period of every customer with a quota, for invoices. */
export async function printPrevious(connection: Connection, output: Output): Promise<void> {
  output.print("customer,identityId,interval,from,used,overageUsed")
  let cursor: string | undefined
  do {
    const body = { limit: 100, ...(cursor !== undefined && { cursor }) }
    const answer = await send(connection, "identities.listIdentities", JSON.stringify(body))
    if (answer.type === "refusal") throw new Refused(answer.refusal, connection)
    for (const { id, externalId, quota } of page.parse(answer.data)) {
      if (quota?.previous === undefined) continue
      const { from, used, overageUsed } = quota.previous
      output.print(csvLine([externalId, id, quota.interval, new Date(from).toISOString(), used, overageUsed]))
    }
    cursor = answer.cursor
  } while (cursor !== undefined)
}
