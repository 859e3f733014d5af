import type { Credential, Credentials } from "../store.ts"
import { keyOf, selectLiveKeys } from "./keys.ts"
import { rootKeyOf, selectRootKeys } from "./root-keys.ts"
import type { Database } from "./schema.ts"
import { workspaceQueries } from "./workspaces.ts"

/** The only finders that start from a key instead of a workspace. */
export function credentialQueries(db: Database): Credentials {
  const workspaces = workspaceQueries(db)
  const find = async (hash: string): Promise<Credential | undefined> => {
    const rootKey = await selectRootKeys(db)
      .where("root_keys.hash", "=", hash)
      .where("root_keys.deleted_at", "is", null)
      .executeTakeFirst()
    if (rootKey !== undefined) {
      const workspace = await workspaces.find(rootKey.workspace_id)
      return workspace && { type: "root_key", rootKey: rootKeyOf(rootKey), workspace }
    }
    const query = selectLiveKeys(db).where("keys.hash", "=", hash).where("keys.algorithm", "=", "sha256")
    return apiKeyCredential(await query.executeTakeFirst())
  }
  return {
    find,
    findAgain: find,

    async findPrefixed(longTokenHash) {
      const query = selectLiveKeys(db)
        .where("keys.hash", "=", longTokenHash)
        .where("keys.algorithm", "=", "prefixed_api_key")
      return apiKeyCredential(await query.executeTakeFirst())
    },
  }

  async function apiKeyCredential(row: Parameters<typeof keyOf>[0] | undefined): Promise<Credential | undefined> {
    if (row === undefined) return undefined
    const workspace = await workspaces.find(row.workspace_id)
    return workspace && { type: "api_key", key: keyOf(row), workspace }
  }
}
