import { type WorkerSlot, workerEnvironment } from "../../config/worker-slot.ts"
import type { Invocation } from "../command.ts"

export interface Exit {
  readonly code: number | null
  readonly signal: string | null
}

/** One of several processes that serve the same port. */
export interface ServingProcess {
  readonly pid: number
  /** True once it serves, false if it has ended before. */
  readonly serves: Promise<boolean>
  readonly exit: Promise<Exit>
  /** Lets it finish what is in flight. */
  stop(): void
  kill(): void
}

interface Worker extends WorkerSlot {
  readonly invocation: Pick<Invocation, "args" | "environment">
}

/** The same program with the same settings; what it prints and logs goes where this process prints and logs. */
export function startServing({ number, count, port, invocation }: Worker): ServingProcess {
  const { promise: serves, resolve } = Promise.withResolvers<boolean>()
  const child = Bun.spawn([...ownProgram(), "serve", ...invocation.args], {
    env: { ...invocation.environment, ...workerEnvironment({ number, count, port }) },
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

/** A program in one file starts itself; otherwise the runtime starts the source. */
function ownProgram(): readonly string[] {
  return Bun.isStandaloneExecutable ? [process.execPath] : [process.execPath, ...process.execArgv, Bun.main]
}

/** The other end, in a process that a supervisor has started. */
export function tellSupervisor(): void {
  process.send?.("serves")
}

/** A supervisor that was killed can neither stop this process nor start it again. */
export function whenSupervisorIsGone(act: () => void): void {
  process.on("disconnect", act)
}

/** Otherwise the process would live on for the sake of this connection. */
export function leaveSupervisor(): void {
  if (process.connected) process.disconnect?.()
}
