import { z } from "zod"
import type { Connection } from "../client/connection.ts"
import { Refused } from "../client/refused.ts"
import { send } from "../client/send.ts"
import { csvOn } from "../terminal/csv.ts"
import type { Output } from "../terminal/output.ts"

const period = z.object({ from: z.number(), used: z.number(), overageUsed: z.number() })
const page = z.array(
  z.object({
    id: z.string(),
    externalId: z.string(),
    quota: z.object({ interval: z.string(), previous: period.optional() }).optional(),
    otherPeriods: z
      .array(period.extend({ interval: z.string(), from: z.number().optional(), ends: z.number().optional() }))
      .default([]),
  }),
)

/** Prints the counts of the previous period of every customer, and of periods of an earlier quota that have ended, for invoices. */
export async function printPrevious(connection: Connection, output: Output): Promise<void> {
  output.print("customer,identityId,interval,from,used,overageUsed")
  let cursor: string | undefined
  do {
    const body = { limit: 100, ...(cursor !== undefined && { cursor }) }
    const answer = await send(connection, "identities.listIdentities", JSON.stringify(body))
    if (answer.type === "refusal") throw new Refused(answer.refusal, connection)
    for (const { id, externalId, quota, otherPeriods } of page.parse(answer.data)) {
      const periods = [
        ...otherPeriods.filter(({ ends }) => ends !== undefined && ends <= Date.now()),
        ...(quota?.previous === undefined ? [] : [{ ...quota.previous, interval: quota.interval }]),
      ]
      for (const { interval, from = 0, used, overageUsed } of periods) {
        output.print(csvOn(output)([externalId, id, interval, new Date(from).toISOString(), used, overageUsed]))
      }
    }
    cursor = answer.cursor
  } while (cursor !== undefined)
}
