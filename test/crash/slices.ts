import type { Reply } from "../harness/harness.ts"
import { until } from "../harness/until.ts"
import { isUnavailable } from "./call.ts"

type Send = () => Promise<Reply | undefined>

/** Sends a request that changes many rows in slices, and waits until one of them is stored. */
export async function sendUntilBegun(send: Send, hasBegun: () => Promise<boolean>) {
  let response = send()
  await until(async () => {
    if (await hasBegun()) return true
    const early = await Promise.race([response, Bun.sleep(0)])
    // Slices of a busy machine may be refused before the first.
    if (early && isUnavailable(early)) response = send()
    else if (early && early.status !== 200) throw new Error(`It was refused: ${early.text}`)
    return false
  })
  return { response }
}

/** Each repetition has a large body, so they come less often than `until` looks. */
const pauseMs = 250

/** On PostgreSQL the claim of a killed node lasts until the lease of the node expires. */
export function repeatUntilUnclaimed(send: Send): Promise<Reply> {
  return until(async () => {
    const reply = await send()
    if (reply?.status !== 409) return reply
    await Bun.sleep(pauseMs)
    return undefined
  })
}
