import { createLocalVerifier } from "@keyward/client/local"
import { median } from "../median.ts"
import type { Row } from "../report.ts"
import { type Target, timeChange } from "./changes.ts"
import { startProxy } from "./proxy.ts"

const roundTripMs = 200
/** Between two verifications of a key that nothing changes. */
const pauseMs = 5

/** One verifier behind a proxy that delays everything. */
export async function measureFarAway(target: Target, rounds: number): Promise<readonly Row[]> {
  const { ports, rootKey, key } = target
  const near: number[] = []
  for (let round = 0; round < rounds; round += 1) near.push(await timeChange(target, round))
  const proxy = await startProxy(() => ports[0] ?? 0, roundTripMs / 2)
  const verifier = createLocalVerifier({ url: `http://127.0.0.1:${proxy.port}`, key: rootKey, onState() {} })
  const hold = async () => {
    while (verifier.peek({ key }) === undefined) await verifier.keys.verifyKey({ key })
  }
  try {
    while (verifier.state !== "local") await Bun.sleep(pauseMs)
    await hold()
    const before = { ...verifier.counts }
    const calls = 200 * rounds
    for (let call = 0; call < calls; call += 1) {
      await verifier.keys.verifyKey({ key })
      if (call % 10 === 0) await Bun.sleep(pauseMs)
    }
    const local = (verifier.counts.local - before.local) / calls
    const far: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      await hold()
      far.push(await timeChange(target, rounds + round))
    }
    return [
      { name: "verifier 200 ms away: verifications in the process", value: 100 * local, unit: "%" },
      {
        name: "verifier 200 ms away: change that it holds, p50",
        value: median(far),
        unit: "ms",
        note: `${median(near).toFixed(1)} ms without it`,
      },
    ]
  } finally {
    await verifier.close()
    proxy.stop()
  }
}
