import { median } from "../median.ts"
import type { Row } from "../report.ts"
import { callOperation } from "../seed.ts"
import { startFleet } from "./start-fleet.ts"

/** A workspace with one key that verifiers hold. */
export interface Target {
  /** Of the nodes. Changes are made at the first one. */
  readonly ports: readonly number[]
  readonly rootKey: string
  readonly key: string
  readonly keyId: string
}

interface Held {
  readonly name: string
  readonly counts: readonly number[]
  readonly rounds: number
}

/** How long a change takes that so many verifiers hold. */
export async function measureChanges(target: Target, { name, counts, rounds }: Held): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const count of counts) {
    const fleet = await startFleet({ rootKey: target.rootKey, count, ports: target.ports })
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      await fleet.hold(target.key)
      times.push(await timeChange(target, round))
    }
    await fleet.stop()
    const isBound = name === "three nodes" && count === 100
    const held = `${name}: change held by ${count.toLocaleString("en")} verifiers`
    rows.push(
      { name: `${held}, p50`, value: median(times), unit: "ms" },
      { name: `${held}, p99`, value: p99(times), unit: "ms", ...(isBound && { bar: { atMost: 50 } }) },
    )
  }
  return rows
}

export async function timeChange({ ports: [port = 0], rootKey, keyId }: Target, round: number): Promise<number> {
  const startedAt = performance.now()
  await callOperation(port, rootKey, "keys.updateKey", { keyId, name: `round ${round}` })
  return performance.now() - startedAt
}

export function p99(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(0.99 * times.length)] ?? 0
}
