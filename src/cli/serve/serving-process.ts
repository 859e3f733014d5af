import { type WorkerSlot, workerEnvironment } from "../../config/worker-slot.ts"
import type { Invocation } from "../command.ts"

export interface Exit {
  readonly code: number | null
  readonly signal: string | null
}

/** One of several processes that serve the same port. */
export interface ServingProcess {
  readonly pid: number
  /** True once the process serves, false if it ends before. */
  readonly serves: Promise<boolean>
  readonly exit: Promise<Exit>
  /** Stops the process after its running requests. */
  stop(): void
  kill(): void
}

interface Worker extends WorkerSlot {
  readonly invocation: Pick<Invocation, "args" | "environment">
}

/** Starts the same program with the same settings. The output goes to the streams of this process. */
export function startServing({ number, count, port, invocation }: Worker): ServingProcess {
  const environment = { ...invocation.environment, ...workerEnvironment({ number, count, port }) }
  const { promise: serves, resolve } = Promise.withResolvers<boolean>()
  const child = Bun.spawn([...ownProgram(), "serve", ...invocation.args], {
    env: environment,
    stdio: ["ignore", "inherit", "inherit"],
    serialization: "json",
    ipc: () => resolve(true),
  })
  const exit = child.exited.then((): Exit => {
    resolve(false)
    return { code: child.exitCode, signal: child.signalCode === null ? null : String(child.signalCode) }
  })
  return { pid: child.pid, serves, exit, stop: () => child.kill("SIGTERM"), kill: () => child.kill("SIGKILL") }
}

/** A compiled executable starts itself; otherwise the runtime starts the source. */
function ownProgram(): readonly string[] {
  return Bun.isStandaloneExecutable ? [process.execPath] : [process.execPath, ...process.execArgv, Bun.main]
}

/** Must be called in the child process once it serves. */
export function notifySupervisor(): void {
  process.send?.("serves")
}

/** A killed supervisor can neither stop nor restart this process, so the process must stop itself. */
export function whenSupervisorIsGone(act: () => void): void {
  process.on("disconnect", act)
}

/** An open channel to the supervisor would keep this process alive. */
export function leaveSupervisor(): void {
  if (process.connected) process.disconnect?.()
}
