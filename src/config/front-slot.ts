import { availableParallelism } from "node:os"
import type { ConfigSources } from "./setting.ts"

/** The place of this process among the fronts of a main process. */
export interface FrontSlot {
  /** From 1. */
  readonly number: number
  /** The socket of the main process. */
  readonly path: string
}

/** The main process sets it for its fronts. */
export const frontVariable = "KEYWARD_FRONT_OF"

export function frontEnvironment({ number, path }: FrontSlot): Readonly<Record<string, string>> {
  return { [frontVariable]: `${number} at ${path}` }
}

export function readFrontSlot(environment: ConfigSources["environment"]): FrontSlot | undefined {
  const match = /^(\d+) at (.+)$/.exec(environment[frontVariable] ?? "")
  return match === null ? undefined : { number: Number(match[1]), path: match[2] ?? "" }
}

/** The configured number of fronts. One core is for the main process. */
export function frontCountOf({ fronts }: { readonly fronts: number | "auto" }): number {
  return fronts === "auto" ? availableParallelism() - 1 : fronts
}
