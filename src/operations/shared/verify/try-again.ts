import { fault } from "../../../contract/errors.ts"

/** Two are usual. More happen only if other calls change the same balance at the same moment. */
const attemptsAtMost = 10

/** Charges again after what was due has been stored: a refill, a count, or reservations that have run out. */
export async function tryAgainWhileDue<Result>(attempt: () => Promise<Result | "again">): Promise<Result> {
  for (let attempts = 0; attempts < attemptsAtMost; attempts += 1) {
    const result = await attempt()
    if (result !== "again") return result
  }
  throw fault("application/service_unavailable", {
    headers: { "Retry-After": "1" },
    detail: "Other calls change these credits at the same moment. Nothing was charged. Send the request again.",
  })
}
