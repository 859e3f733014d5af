import { Glob } from "bun"
import type { Scene } from "./scene.ts"

/** What workspaces share and may have to wait for, besides the work of a single request. */
export const sharedQueues = ["requests that wait", "connections", "rows of verifiers", "writes of usage"] as const

/** Requests that one workspace, or a stranger, sends without end to make others wait. */
export interface Attack {
  readonly what: string
  /** What the attack tries to fill. */
  readonly fills: (typeof sharedQueues)[number]
  /** Whether credits and new keys of another workspace are measured beside it too. */
  readonly hasWrites?: boolean
  /** Resolves once the attack is at its worst. */
  start(scene: Scene): Promise<RunningAttack>
}

export interface RunningAttack {
  stop(): Promise<void>
}

/** Everything that the files of attacks/ export. */
export async function loadAttacks(): Promise<readonly Attack[]> {
  const folder = `${import.meta.dir}/attacks`
  const files = [...new Glob("*.ts").scanSync(folder)].toSorted()
  const modules: readonly Readonly<Record<string, Attack>>[] = await Promise.all(
    files.map((file) => import(`${folder}/${file}`)),
  )
  return modules.flatMap((one) => Object.values(one))
}
