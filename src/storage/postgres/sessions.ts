import { SQL } from "bun"
import { StorageUnavailable } from "../port/unavailable.ts"

/** How many connections of nodes that serve this database there are; asked before this process makes any. */
export async function countSessions(url: string): Promise<number> {
  const connection = { application_name: "keyward (is it served?)" }
  const sql = new SQL(url, { max: 1, connectionTimeout: 5, connection })
  try {
    const [row] = await sql`select count(*) as count from pg_stat_activity
      where datname = current_database() and application_name = 'keyward'`
    return Number(row.count)
  } catch (error) {
    throw new StorageUnavailable(error)
  } finally {
    await sql.close({ timeout: 0 })
  }
}
