import type { TestServer } from "../harness/harness.ts"
import { queryDatabase } from "./database.ts"

/** What a refusal says while the node is registered. */
export const olderNodeDetail = "The node node_older runs an older version of Keyward"

/**
 * Registers a node of an older version on PostgreSQL. Without `knows`, it does not say which migrations it knows. The other
 * nodes would remove its entry as that of a silent node, so a rule keeps it until it leaves.
 */
export async function olderNodeJoins(server: Pick<TestServer, "storage">, knows?: string) {
  const newest = knows === undefined ? "null" : `'${knows}'`
  await queryDatabase(
    server,
    `create rule older_node_stays as on delete to nodes where old.id = 'node_older' do instead nothing;
    insert into nodes (id, lease_ends_at, applied_sequence, shares_limits, version, started_at, newest_migration)
      values ('node_older', (extract(epoch from now()) * 1000)::bigint + 600000, 9007199254740991, 1, '0.0.9', 0, ${newest})`,
  )
  return {
    leaves: () =>
      queryDatabase(server, "drop rule older_node_stays on nodes; delete from nodes where id = 'node_older'"),
  }
}
