import type { ExpressionBuilder } from "kysely"
import type { Credential, Credentials, PlaintextHashes } from "../../port/credentials.ts"
import type { Database, Schema } from "../schema/schema.ts"
import { keyOf, type LiveKeyRow, selectLiveKeys } from "./live-keys.ts"
import { rootKeyOf, selectRootKeys } from "./root-keys.ts"
import { workspaceQueries } from "./workspaces.ts"

/** The only finders that start from a key hash instead of a workspace. */
export function credentialQueries(db: Database): Credentials {
  const workspaces = workspaceQueries(db)
  const findRootKey = (hash: string) =>
    selectRootKeys(db)
      .innerJoin("workspaces", "workspaces.id", "root_keys.workspace_id")
      .where("root_keys.hash", "=", hash)
      .where("workspaces.deleted_at", "is", null)
      .executeTakeFirst()
  const selectKeys = () =>
    selectLiveKeys(db)
      .innerJoin("workspaces", "workspaces.id", "keys.workspace_id")
      .where("workspaces.deleted_at", "is", null)
  return {
    async find(hash) {
      const rootKey = await findRootKey(hash)
      if (rootKey !== undefined) {
        const workspace = rootKey.deleted_at === null ? await workspaces.find(rootKey.workspace_id) : undefined
        return workspace && { type: "root_key", rootKey: rootKeyOf(rootKey), workspace }
      }
      const minted = selectKeys()
        .where("keys.hash", "=", hash)
        .where("keys.algorithm", "=", "sha256")
        .where("keys.imported", "=", 0)
      return apiKeyCredential(await minted.executeTakeFirst())
    },

    async findImported(hashes) {
      if ((await findRootKey(hashes.whole)) !== undefined) return undefined
      const imported = await selectKeys()
        .where("keys.imported", "=", 1)
        .where((key) => isKnownBy(key, hashes))
        // One workspace can hold the key in both forms, so three rows prove two workspaces.
        .limit(3)
        .execute()
      const [first, ...others] = imported
      if (others.some((other) => other.workspace_id !== first?.workspace_id)) return undefined
      return apiKeyCredential(imported.find(({ hash }) => hash === hashes.whole) ?? first)
    },

    async findRootKey(id) {
      const rootKey = await selectRootKeys(db).where("id", "=", id).where("deleted_at", "is", null).executeTakeFirst()
      const workspace = rootKey && (await workspaces.find(rootKey.workspace_id))
      return workspace && { type: "root_key", rootKey: rootKeyOf(rootKey), workspace }
    },
  }

  async function apiKeyCredential(row: LiveKeyRow | undefined): Promise<Credential | undefined> {
    if (row === undefined) return undefined
    const [workspace, identityEnabled] = await Promise.all([
      workspaces.find(row.workspace_id),
      isEnabled(row.identity_id),
    ])
    return workspace && { type: "api_key", key: keyOf(row), identityEnabled, workspace }
  }

  async function isEnabled(identityId: string | null): Promise<boolean> {
    if (identityId === null) return true
    const identity = await db
      .selectFrom("identities")
      .select("enabled")
      .where("id", "=", identityId)
      .where("deleted_at", "is", null)
      .executeTakeFirst()
    return identity?.enabled !== 0
  }
}

function isKnownBy(key: ExpressionBuilder<Schema, "keys">, { whole, longToken }: PlaintextHashes) {
  const byWhole = key.and([key("keys.hash", "=", whole), key("keys.algorithm", "=", "sha256")])
  if (longToken === undefined) return byWhole
  const byLongToken = key.and([key("keys.hash", "=", longToken), key("keys.algorithm", "=", "prefixed_api_key")])
  return key.or([byWhole, byLongToken])
}
