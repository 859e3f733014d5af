import type { FrontDoor, RunningFronts } from "../../app/platform.ts"
import type { Invocation } from "../command.ts"
import { createProcessPool } from "./process-pool.ts"
import { startFrontProcess } from "./serving-process.ts"

/** Longer than the requests of a front may take to finish. */
const patienceMs = 12_000

/** Runs fronts until they are stopped. A front that ends is started again, later each time. */
export function runFronts({ path, count, report }: FrontDoor, environment: Invocation["environment"]): RunningFronts {
  const served: Promise<boolean>[] = []
  const pool = createProcessPool({
    count,
    noun: "Front",
    startOne(number) {
      const one = startFrontProcess({ number, path, environment })
      served.push(one.serves)
      return one
    },
    report,
  })
  const ended = pool.keepRunning().then(() => {})
  const ready = Promise.all(served).then(() => {})
  return {
    state: pool.state,
    kill: pool.killOne,
    ready,
    stop() {
      pool.stop()
      const timer = setTimeout(pool.kill, patienceMs)
      void ended.then(() => clearTimeout(timer))
    },
    ended,
  }
}
