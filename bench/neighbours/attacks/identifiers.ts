import type { Attack } from "../attack.ts"
import type { Scene } from "../scene.ts"

const checksPerRequest = 100
const requestsAtOnce = 4
/** Usage is stored every 3 s. */
const storedAfterMs = 4_500

/** Each identifier is checked again and again, so every batch of usage has as many as fit. */
function identifiers(count: number): Attack {
  return {
    what: `${count.toLocaleString("en-US")} identifiers in one namespace, checked again and again`,
    fills: "writes of usage",
    hasWrites: true,
    async start({ call, createTenant }: Scene) {
      const { rootKey } = await createTenant()
      let isOver = false
      const check = async (first: number) => {
        const checks = Array.from({ length: checksPerRequest }, (_, index) => ({
          ...{ namespace: "identifiers", identifier: `user_${first + index}`, limit: 1_000_000, duration: 60_000 },
        }))
        await call("ratelimit.multiLimit", checks, rootKey)
      }
      const repeat = async (lane: number) => {
        const step = checksPerRequest * requestsAtOnce
        for (let first = lane * checksPerRequest; !isOver; first = (first + step) % count) {
          await check(first)
          // Leaves processor time to others, and checks 100,000 identifiers in a few seconds.
          await Bun.sleep(pauseMs)
        }
      }
      const repeating = Array.from({ length: requestsAtOnce }, (_, lane) => repeat(lane))
      await Bun.sleep(storedAfterMs)
      return {
        async stop() {
          isOver = true
          await Promise.all(repeating)
        },
      }
    },
  }
}

const pauseMs = 10

export const tenThousandIdentifiers = identifiers(10_000)
export const hundredThousandIdentifiers = identifiers(100_000)
