import type { Fault } from "../../contract/errors.ts"

const holdForMs = { least: 500, most: 1_500 }
/** Each held response costs a few kilobytes. */
const maxHeld = 10_000
let held = 0

/**
 * Holds the response to a sign-in that was refused for being one too many. A client that never waits between attempts
 * then sends about one request per second and connection, and leaves the processor to verifications.
 */
export async function holdIfFlooding({ code }: Fault): Promise<void> {
  if (code !== "limits/sign_in_rate_limited" || held >= maxHeld) return
  held += 1
  // Random, so that those who came together do not return together.
  await Bun.sleep(holdForMs.least + Math.random() * (holdForMs.most - holdForMs.least))
  held -= 1
}
