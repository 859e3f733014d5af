import { SQLiteError } from "bun:sqlite"
import { until } from "../harness/until.ts"

/**
 * Repeats what finds the file locked. It lets the event loop go on in between: the server in this process may hold the
 * lock, and a `busy_timeout` would keep it from ever giving it back.
 */
export async function onceFree<Result>(work: () => Result): Promise<Result> {
  const { result } = await until(
    () => {
      try {
        return { result: work() }
      } catch (error) {
        if (error instanceof SQLiteError && error.code === "SQLITE_BUSY") return undefined
        throw error
      }
    },
    () => "The file is still locked.",
  )
  return result
}
