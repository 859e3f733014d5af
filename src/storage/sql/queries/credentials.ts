import { type ExpressionBuilder, sql } from "kysely"
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
  const selectByPrevious = (hash: string) =>
    selectKeys()
      .innerJoin("previous_secrets", "previous_secrets.key_id", "keys.id")
      .select("previous_secrets.ends_at as secret_expires")
      .where("previous_secrets.hash", "=", hash)
      .where("previous_secrets.forgotten", "=", 0)
  return {
    async find(hash) {
      const rootKey = await findRootKey(hash)
      if (rootKey !== undefined) {
        const workspace = rootKey.deleted_at === null ? await workspaces.find(rootKey.workspace_id) : undefined
        return workspace && { type: "root_key", rootKey: rootKeyOf(rootKey), workspace }
      }
      const minted = selectKeys()
        .select(sql<number | null>`null`.as("secret_expires"))
        .where("keys.hash", "=", hash)
        .where("keys.algorithm", "=", "sha256")
        .where("keys.imported", "=", 0)
        .unionAll(selectByPrevious(hash).where("previous_secrets.imported", "=", 0))
      return apiKeyCredential(await minted.executeTakeFirst(), hash)
    },

    async findImported(hashes) {
      if ((await findRootKey(hashes.whole)) !== undefined) return undefined
      const imported = await selectKeys()
        .select(sql<number | null>`null`.as("secret_expires"))
        .where("keys.imported", "=", 1)
        .where((key) => isKnownBy(key, hashes))
        .unionAll(selectByPrevious(hashes.whole).where("previous_secrets.imported", "=", 1))
        // One workspace can hold the key in both forms, so three rows prove two workspaces.
        .limit(3)
        .execute()
      const [first, ...others] = imported
      if (others.some((other) => other.workspace_id !== first?.workspace_id)) return undefined
      const byWhole = imported.find(({ hash, secret_expires }) => hash === hashes.whole || secret_expires !== null)
      return apiKeyCredential(byWhole ?? first, hashes.whole)
    },

    async findRootKey(id) {
      const rootKey = await selectRootKeys(db).where("id", "=", id).where("deleted_at", "is", null).executeTakeFirst()
      const workspace = rootKey && (await workspaces.find(rootKey.workspace_id))
      return workspace && { type: "root_key", rootKey: rootKeyOf(rootKey), workspace }
    },
  }

  async function apiKeyCredential(row: FoundRow | undefined, hash: string): Promise<Credential | undefined> {
    if (row === undefined) return undefined
    const previous = row.secret_expires === null ? null : { hash, expires: row.secret_expires }
    const [workspace, identityEnabled] = await Promise.all([
      workspaces.find(row.workspace_id),
      isEnabled(row.identity_id),
    ])
    return workspace && { type: "api_key", key: keyOf(row), previous, identityEnabled, workspace }
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

/** `secret_expires` is null for the current secret of a key. */
type FoundRow = LiveKeyRow & { readonly secret_expires: number | null }

function isKnownBy(key: ExpressionBuilder<Schema, "keys">, { whole, longToken }: PlaintextHashes) {
  const byWhole = key.and([key("keys.hash", "=", whole), key("keys.algorithm", "=", "sha256")])
  if (longToken === undefined) return byWhole
  const byLongToken = key.and([key("keys.hash", "=", longToken), key("keys.algorithm", "=", "prefixed_api_key")])
  return key.or([byWhole, byLongToken])
}
