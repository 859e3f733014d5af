import type { ConfigSources } from "./setting.ts"

/** The place of this process among those of a supervisor that share one port. */
export interface WorkerSlot {
  /** From 1 to `count`. */
  readonly number: number
  readonly count: number
  readonly port: number
}

/** A supervisor sets it for its processes. An older supervisor may start a newer program, so the name never changes. */
export const workerSlotVariable = "KEYWARD_ONE_OF_MANY"

export function workerEnvironment({ number, count, port }: WorkerSlot): Readonly<Record<string, string>> {
  return { [workerSlotVariable]: `${number} of ${count} on ${port}` }
}

export function readWorkerSlot(environment: ConfigSources["environment"]): WorkerSlot | undefined {
  const match = /^(\d+) of (\d+) on (\d+)$/.exec(environment[workerSlotVariable] ?? "")
  if (match === null) return undefined
  const [number = 1, count = 1, port = 0] = match.slice(1).map(Number)
  return { number, count, port }
}
