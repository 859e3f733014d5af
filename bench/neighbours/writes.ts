import type { Scene, Tenant } from "./scene.ts"

/** The 99th percentile of what a neighbour waits for the thread that writes, in milliseconds. */
export interface WriteTimes {
  readonly credits: number
  readonly createKey: number
}

const pauseMs = 5

/** Spends credits and creates keys, one after another each, while the work runs. */
export async function timeWrites(scene: Scene, neighbour: Tenant, work: () => Promise<unknown>): Promise<WriteTimes> {
  const { call } = scene
  const { rootKey, apiId } = neighbour
  const { key } = await call("keys.createKey", { apiId, credits: { remaining: 1_000_000 } }, rootKey)
  let isOver = false
  const repeat = async (send: () => Promise<unknown>) => {
    const times: number[] = []
    while (!isOver) {
      const startedAt = performance.now()
      await send()
      times.push(performance.now() - startedAt)
      await Bun.sleep(pauseMs)
    }
    return times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? 0
  }
  const spending = repeat(() => call("keys.verifyKey", { key }, rootKey))
  const creating = repeat(() => call("keys.createKey", { apiId }, rootKey))
  await work()
  isOver = true
  const [credits, createKey] = await Promise.all([spending, creating])
  return { credits, createKey }
}
