import { SQL } from "bun"
import { StorageUnavailable } from "../port/unavailable.ts"

/** PostgreSQL counts a connection for a moment after it was closed. */
const closingMs = 1_000
const pauseMs = 25

/** Counts the connections of serving nodes. The caller must not have opened any itself. */
export async function countSessions(url: string): Promise<number> {
  const connection = { application_name: "keyward (is it served?)" }
  const sql = new SQL(url, { max: 1, connectionTimeout: 5, connection })
  const count = async () => {
    const [row] = await sql`select count(*) as count from pg_stat_activity
      where datname = current_database() and application_name = 'keyward'`
    return Number(row.count)
  }
  try {
    const deadline = performance.now() + closingMs
    let sessions = await count()
    while (sessions > 0 && performance.now() < deadline) {
      await Bun.sleep(pauseMs)
      sessions = await count()
    }
    return sessions
  } catch (error) {
    throw new StorageUnavailable(error)
  } finally {
    await sql.close({ timeout: 0 })
  }
}
