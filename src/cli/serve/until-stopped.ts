import { constants } from "node:os"
import type { App } from "../../app.ts"
import type { Output } from "../terminal/output.ts"
import { leaveSupervisor, whenSupervisorIsGone } from "./serving-process.ts"

interface Stopping {
  readonly output: Output
  /** Then the supervisor decides when enough is enough: a terminal and systemd send their signals to both. */
  readonly isSupervised: boolean
}

/** Serves until a signal comes; gives the exit code. */
export function untilStopped(app: App, { output, isSupervised }: Stopping): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  let isStopping = false
  const stop = () => {
    isStopping = true
    app.stop().then(
      () => resolve(0),
      (error: unknown) => {
        output.error(`Keyward did not stop cleanly: ${error instanceof Error ? error.message : String(error)}`)
        resolve(1)
      },
    )
  }
  onStopSignal((signal) => {
    if (!isStopping) stop()
    else if (!isSupervised) process.exit(128 + constants.signals[signal])
  })
  if (isSupervised) {
    whenSupervisorIsGone(() => {
      if (!isStopping) stop()
    })
  }
  return promise.finally(leaveSupervisor)
}

/** Long enough for whoever passes a signal on, and shorter than it takes somebody to lose patience. */
const sameWishMs = 500

/** What arrives together counts once: a terminal and systemd signal every process, and npm and launchers pass it on besides. */
export function onStopSignal(act: (signal: "SIGTERM" | "SIGINT") => void): void {
  let heardAt = Number.NEGATIVE_INFINITY
  const hear = (signal: "SIGTERM" | "SIGINT") => {
    const now = performance.now()
    if (now - heardAt < sameWishMs) return
    heardAt = now
    act(signal)
  }
  process.on("SIGTERM", hear)
  process.on("SIGINT", hear)
}
