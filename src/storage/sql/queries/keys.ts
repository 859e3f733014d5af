import type { KeyDetails } from "../../../core/model.ts"
import type { KeyReads, KeyWrites } from "../../port/keys.ts"
import type { Engine } from "../engine.ts"
import { inChunks, listInChunks, padded } from "../schema/rows.ts"
import type { Database, KeyRow } from "../schema/schema.ts"
import { insertRows, updateRow } from "../statements/row-statements.ts"
import { statement } from "../statements/statement.ts"
import { keyCounts } from "./count-keys.ts"
import { eraseKeys } from "./erase-keys.ts"
import { detailsOf } from "./key-details.ts"
import { insertLinks, replaceLinks } from "./key-links.ts"
import { listFilteredKeys } from "./list-keys.ts"
import { keyOf, keyRowOf, selectLiveKeys } from "./live-keys.ts"
import { insertPreviousSecrets, replacePreviousSecrets } from "./previous-secrets.ts"
import { hasRoom, raiseBound } from "./quota-bounds.ts"
import { insertRatelimits, replaceRatelimits } from "./ratelimits.ts"
import { listSelected } from "./selected-keys.ts"
import { listSortedKeys } from "./sort-keys.ts"
import { listMatching, summarizeMatching } from "./walk-matching-keys.ts"

export function keyQueries(db: Database, engine: Engine): KeyWrites {
  const counts = keyCounts(db)
  const live = (workspaceId: string) => selectLiveKeys(db).where("keys.workspace_id", "=", workspaceId)
  const find = async (workspaceId: string, id: string) => {
    const rows = await findLive(db, { workspaceId, id })
    return (await detailsOf(db, rows.map(keyOf)))[0]
  }
  return {
    find,

    listByIds: (workspaceId, ids) =>
      listInChunks(ids, async (chunk) => {
        const rows = await live(workspaceId).where("keys.id", "in", chunk).execute()
        return detailsOf(db, rows.map(keyOf))
      }),

    async findForUpdate(workspaceId, id) {
      await engine.lockBalances(db, { workspaceId, keyIds: [id] })
      return find(workspaceId, id)
    },

    async listForUpdate(workspaceId, ids) {
      const keys: KeyDetails[] = []
      for (const chunk of inChunks(ids)) {
        await engine.lockBalances(db, { workspaceId, keyIds: chunk })
        const rows = await live(workspaceId).where("keys.id", "in", padded(chunk)).orderBy("keys.id").execute()
        keys.push(...(await detailsOf(db, rows.map(keyOf))))
      }
      return keys
    },

    listSelected: (workspaceId, selection, query) => listSelected(db, { workspaceId, selection, query }),

    async list(workspaceId, filter) {
      const rows = await listFilteredKeys(db, workspaceId, filter)
      return detailsOf(db, rows.map(keyOf))
    },

    ...matchQueries(db),

    ...counts,

    hasRoom: (workspaceId, quota) =>
      hasRoom(db, {
        ...{ ...quota, workspaceId, kind: "keys" },
        count: () => counts.countUnexpired(workspaceId, quota.now),
      }),

    async insert(keys) {
      for (const [workspaceId, own] of Map.groupBy(keys, (key) => key.workspaceId)) {
        await raiseBound(db, workspaceId, "keys", own.length)
      }
      await insertRows(
        db,
        "keys",
        keys.map((key) => ({ ...rowOf(key), deleted_at: null })),
      )
      await insertRatelimits(
        db,
        "key_id",
        keys.map((key) => ({ ownerId: key.id, ratelimits: key.ratelimits })),
      )
      await insertLinks(db, keys)
      await insertPreviousSecrets(db, keys)
    },

    async update(before, after) {
      if (before.expires !== after.expires) await raiseBound(db, after.workspaceId, "keys", 1)
      await updateRow(db, "keys", rowOf(after))
      if (before.ratelimits !== after.ratelimits) {
        await replaceRatelimits(db, "key_id", { ownerId: after.id, ratelimits: after.ratelimits })
      }
      await replaceLinks(db, before, after)
      await replacePreviousSecrets(db, before, after)
    },

    delete: (ids, now) => markKeysDeleted(db, ids, now),

    erase: (ids) => eraseKeys(db, ids),
  }
}

async function markKeysDeleted(db: Database, ids: readonly string[], now: number): Promise<void> {
  for (const chunk of inChunks(ids)) {
    await db.updateTable("keys").set({ deleted_at: now }).where("id", "in", padded(chunk)).execute()
  }
}

function matchQueries(db: Database): Pick<KeyReads, "listSorted" | "summarizeMatching" | "listMatching"> {
  return {
    listSorted: (workspaceId, filter, query) => listSortedKeys(db, { workspaceId, filter, query }),
    summarizeMatching: (workspaceId, filter, query) => summarizeMatching(db, { workspaceId, filter, query }),
    listMatching: (workspaceId, filter, query) => listMatching(db, { workspaceId, filter, query }),
  }
}

const findLive = statement<{ workspaceId: string; id: string }>()(({ db, value }) =>
  selectLiveKeys(db).where("keys.workspace_id", "=", value("workspaceId")).where("keys.id", "=", value("id")),
)

function rowOf(key: KeyDetails): Omit<KeyRow, "deleted_at"> {
  return { ...keyRowOf(key), balance_id: key.balance?.id ?? null }
}
