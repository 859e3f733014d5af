import { constants } from "node:os"
import type { App } from "../../app.ts"
import type { Output } from "../terminal/output.ts"
import { leaveSupervisor, whenSupervisorIsGone } from "./serving-process.ts"

interface StopOptions {
  readonly output: Output
  /** True if a supervisor decides when to kill: a terminal and systemd signal both processes. */
  readonly isSupervised: boolean
  readonly longestStopMs?: number
}

/** Requests in flight have 10 s. What storage and Redis take comes on top. */
const usualLongestStopMs = 60_000

/** Serves until a signal arrives. Returns the exit code. */
export function untilStopped(app: Pick<App, "stop">, options: StopOptions): Promise<number> {
  const { output, isSupervised, longestStopMs = usualLongestStopMs } = options
  const { promise, resolve } = Promise.withResolvers<number>()
  let isStopping = false
  const stop = (reason: string) => {
    isStopping = true
    // A database that never answers, or a connection that stays open, must not keep the process.
    setTimeout(() => {
      output.error(`Keyward did not stop within ${longestStopMs / 1000} s, so the process ends now.`)
      process.exit(1)
    }, longestStopMs).unref()
    app.stop(reason).then(
      () => resolve(0),
      (error: unknown) => {
        output.error(`Keyward did not stop cleanly: ${error instanceof Error ? error.message : String(error)}`)
        resolve(1)
      },
    )
  }
  onStopSignal((signal) => {
    if (!isStopping) stop(signal)
    else if (!isSupervised) process.exit(128 + constants.signals[signal])
  })
  if (isSupervised) {
    whenSupervisorIsGone(() => {
      if (!isStopping) stop("the process that started it is gone")
    })
  }
  return promise.finally(leaveSupervisor)
}

/** Longer than a launcher takes to forward a signal, and shorter than a person takes to press Ctrl-C again. */
const sameSignalMs = 500

/**
 * Signals that arrive together count once: a terminal and systemd signal every process, and npm and launchers
 * forward the signal. Returns a function that stops listening.
 */
export function onStopSignal(act: (signal: "SIGTERM" | "SIGINT") => void): () => void {
  let lastSignalAt = Number.NEGATIVE_INFINITY
  const onSignal = (signal: "SIGTERM" | "SIGINT") => {
    const now = performance.now()
    if (now - lastSignalAt < sameSignalMs) return
    lastSignalAt = now
    act(signal)
  }
  process.on("SIGTERM", onSignal)
  process.on("SIGINT", onSignal)
  return () => {
    process.off("SIGTERM", onSignal)
    process.off("SIGINT", onSignal)
  }
}
