import type { Row } from "../report.ts"
import { callOperation } from "../seed.ts"
import { p99, type Target } from "./changes.ts"
import { startProxy } from "./proxy.ts"
import { startFleet, untilLocal } from "./start-fleet.ts"

interface LostNode {
  readonly target: Target
  readonly count: number
  /** Kills the node at the first port. */
  killFirst(): Promise<void>
}

/** All verifiers are attached to one node, behind a load balancer, and the node is killed. */
export async function measureLostNode({ target, count, killFirst }: LostNode): Promise<readonly Row[]> {
  const { ports, rootKey, key } = target
  const [first = 0, other = 0] = ports
  let upstream = first
  const balancer = await startProxy(() => upstream, 0)
  const fleet = await startFleet({ rootKey, count, ports: [balancer.port] })
  const verify = async () => {
    const startedAt = performance.now()
    await callOperation(other, rootKey, "keys.verifyKey", { key })
    return performance.now() - startedAt
  }
  try {
    await fleet.hold(key)
    const before: number[] = []
    for (let call = 0; call < 100; call += 1) before.push(await verify())
    upstream = other
    await killFirst()
    const startedAt = performance.now()
    balancer.cut()
    const during: number[] = []
    let isOver = false
    const callers = (async () => {
      while (!isOver) during.push(await verify())
    })()
    // Until the connections have ended, their verifiers still have leases.
    while ((await fleet.countLocal()) === count) await Bun.sleep(1)
    await untilLocal(fleet, count)
    const localAgainMs = performance.now() - startedAt
    isOver = true
    await callers
    const who = `${count.toLocaleString("en")} verifiers lose their node`
    return [
      { name: `${who}: until all are local again`, value: localAgainMs, unit: "ms" },
      {
        name: `${who}: p99 of verifyKey over HTTP meanwhile`,
        value: p99(during),
        unit: "ms",
        note: `${during.length} calls; ${p99(before).toFixed(1)} ms before`,
      },
    ]
  } finally {
    await fleet.stop()
    balancer.stop()
  }
}
