import { readFileSync } from "node:fs"

/** The processes that a process has started, on Linux. */
export function childrenOf({ pid }: { readonly pid: number }): readonly number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim()
  return children === "" ? [] : children.split(/\s+/).map(Number)
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
