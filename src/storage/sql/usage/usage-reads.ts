import { sql } from "kysely"
import type { UsageFilter, UsageQuery, UsageReads, UsageResult } from "../../port/usage.ts"
import type { Engine } from "../engine.ts"
import { listInChunks } from "../schema/rows.ts"
import type { Database, ResultRow } from "../schema/schema.ts"
import { givenTexts } from "../statements/given-texts.ts"
import { findNames } from "./describe-groups.ts"
import { listUsage } from "./list-usage.ts"
import { readUsage } from "./read-usage.ts"
import type { NumberedFilter } from "./sources.ts"

export function usageReads(engine: Engine): UsageReads {
  const { reader } = engine
  return {
    async read(query) {
      const filter = await numbered(engine, query)
      return filter === undefined ? nothingOf(query) : readUsage(engine, query, filter)
    },

    async list(query) {
      const filter = await numbered(engine, query)
      return filter?.type === "verifications" ? listUsage(engine, query, filter) : { rows: [], count: 0 }
    },

    async hasApi(workspaceId, id) {
      const rows = reader.selectFrom("apis").select("id").where("workspace_id", "=", workspaceId).where("id", "=", id)
      return (await rows.execute()).length > 0
    },

    async findApisOfKeys(workspaceId, keyIds) {
      const stored = await listInChunks(keyIds, (chunk) =>
        reader
          .selectFrom("keys")
          .select(["id", "api_id"])
          .where("workspace_id", "=", workspaceId)
          .where("id", "in", chunk)
          .execute(),
      )
      // An erased key has only its counts.
      const counted = await listInChunks(keyIds, (chunk) =>
        reader
          .selectFrom("usage_names as key")
          .innerJoin("usage_names as api", "api.number", "key.parent_number")
          .select(["key.id as id", "api.id as api_id"])
          .where("key.workspace_id", "=", workspaceId)
          .where("key.id", "in", chunk)
          .execute(),
      )
      return new Map([...counted, ...stored].map(({ id, api_id }) => [id, api_id]))
    },

    async findIdentities(workspaceId, references) {
      const { rows } = await identitiesOf(reader, workspaceId, references).execute(reader)
      return new Map(rows.flatMap(({ reference, id }) => (id === null ? [] : [[reference, id] as const])))
    },

    findNames: (ids) => findNames(engine, ids),

    async findNamespace(workspaceId, reference) {
      const rows = await reader
        .selectFrom("ratelimit_namespaces")
        .select("id")
        .where("workspace_id", "=", workspaceId)
        .where((row) => row.or([row("id", "=", reference), row("name", "=", reference)]))
        .execute()
      return (rows.find(({ id }) => id === reference) ?? rows[0])?.id
    },
  }
}

/** The identity with each id, else the live one with this external id, else the last of the deleted ones, else null. */
function identitiesOf(db: Database, workspaceId: string, references: readonly string[]) {
  const named = sql`select id from identities where workspace_id = ${workspaceId}`
  return sql<{ reference: string; id: string | null }>`select given.value as reference, coalesce(
      (${named} and id = given.value),
      (${named} and external_id = given.value and deleted_at is null),
      (${named} and external_id = given.value and deleted_at is not null order by id desc limit 1)) as id
    from ${givenTexts(db, references)}`
}

/** Before the first call of a workspace or namespace, there is nothing to count. */
function nothingOf({ times }: UsageQuery): UsageResult {
  const zeros = times.map(() => 0)
  const overall = { counts: zeros, creditCounts: zeros }
  return { groups: [], overall, isCoarse: false, hasFolded: false, refusedByQuota: 0 }
}

async function numbered(
  engine: Engine,
  { workspaceId, filter }: Pick<UsageQuery, "workspaceId" | "filter">,
): Promise<NumberedFilter | undefined> {
  const known = await findNumbers(engine, workspaceId, filter)
  const of = (id: string) => known.get(id)
  const numbersOf = (prefix: string) => [...known].flatMap(([id, number]) => (id.startsWith(prefix) ? [number] : []))
  if (filter.type === "limits") {
    const namespaces = filter.namespaceId === undefined ? numbersOf("rlns_") : [of(filter.namespaceId) ?? absent]
    const identifiers = filter.identifier === undefined ? undefined : [filter.identifier]
    return { type: "limits", namespaces, identifiers }
  }
  const workspace = of(workspaceId)
  if (workspace === undefined) return undefined
  const { apiId, apiIds = apiId === undefined ? undefined : [apiId], keyIds, identityIds, codes, tag } = filter
  return {
    type: "verifications",
    workspace,
    apis: apiIds === undefined ? numbersOf("api_") : apiIds.map((id) => of(id) ?? absent),
    isOfSomeApis: apiIds !== undefined,
    keys: keyIds?.map((id) => of(id) ?? absent),
    identities: identityIds?.map((id) => of(id) ?? absent),
    codes,
    tag,
  }
}

/** No row has this number. */
const absent = -1

async function findNumbers(
  { usageReader, dialect }: Engine,
  workspaceId: string,
  filter: UsageFilter,
): Promise<ReadonlyMap<string, number>> {
  const named =
    filter.type === "limits"
      ? [filter.namespaceId]
      : [workspaceId, filter.apiId, ...(filter.apiIds ?? []), ...(filter.keyIds ?? []), ...(filter.identityIds ?? [])]
  const ids = named.filter((id) => id !== undefined)
  const scopes = filter.type === "limits" ? "rlns" : "api"
  const given = dialect.jsonRows(JSON.stringify(ids.map((id) => ({ id }))), { id: "text" })
  const numbered = sql<ResultRow<{ id: string; number: number }>>`
    select n.id, n.number from ${given} as r cross join usage_names as n
      where n.workspace_id = ${workspaceId} and n.id = r.id
    union select id, number from usage_names
      where workspace_id = ${workspaceId} and id >= ${`${scopes}_`} and id < ${`${scopes}~`}`
  return new Map((await numbered.execute(usageReader)).rows.map(({ id, number }) => [id, number]))
}
