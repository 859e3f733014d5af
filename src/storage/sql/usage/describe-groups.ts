import { sql } from "kysely"
import type { IdPrefix } from "../../../contract/id-prefixes.ts"
import type { UsageGroup } from "../../port/usage.ts"
import type { Engine } from "../engine.ts"
import { listInChunks } from "../schema/rows.ts"
import type { ResultRow } from "../schema/schema.ts"
import { type GroupName, isFolded, type NumberedGroup } from "./groups.ts"
import { type NumberedFilter, numbers } from "./sources.ts"

/** Replaces numbers by ids, and adds names. Deleted objects keep their name, erased ones do not. */
export async function describeGroups(
  engine: Engine,
  groups: readonly NumberedGroup[],
  filter: NumberedFilter,
): Promise<readonly UsageGroup[]> {
  const ids = await findIds(engine, groups)
  const names = await findNames(engine, [...ids.values()])
  const apis = new Set(filter.type === "verifications" ? filter.apis : [])
  const described = (name: GroupName) => {
    const apiId = apis.has(name.scope_number) ? ids.get(name.scope_number) : undefined
    const keyId = ids.get(name.key_number)
    const identityId = ids.get(name.identity_number)
    const keyName = keyId && names.get(keyId)
    const externalId = identityId && names.get(identityId)
    return {
      ...(apiId && { apiId }),
      ...(keyId && { keyId }),
      ...(keyName && { name: keyName }),
      ...(identityId && { identity: { id: identityId, ...(externalId && { externalId }) } }),
      ...(name.outcome !== "" && { outcome: name.outcome }),
      ...labelIn(name),
    }
  }
  return groups.map(({ name, counts, creditCounts }) => ({
    ...(name === "other" ? { isOther: true } : described(name)),
    counts,
    creditCounts,
  }))
}

function labelIn(name: GroupName) {
  if (isFolded(name)) return { isFolded: true as const }
  return name.label === "" ? {} : { label: name.label.slice(1) }
}

async function findIds(engine: Engine, groups: readonly NumberedGroup[]): Promise<ReadonlyMap<number, string>> {
  const used = groups.flatMap(({ name }) =>
    name === "other" ? [] : [name.scope_number, name.key_number, name.identity_number],
  )
  return idsOf(engine, used)
}

/** The ids behind numbers. Zero stands for none. */
export async function idsOf(engine: Engine, used: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (used.every((number) => number === 0)) return new Map()
  const { rows } = await sql<ResultRow<{ number: number; id: string }>>`
    select number, id from usage_names where number in (${numbers([...new Set(used)])})`.execute(engine.usageReader)
  return new Map(rows.map(({ number, id }) => [number, id]))
}

/** The names of objects by id: external ids of identities, slugs of permissions. Ids of other objects are ignored. */
export async function findNames({ reader }: Engine, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const named = (prefix: IdPrefix, find: (chunk: readonly string[]) => Promise<readonly NamedRow[]>) =>
    listInChunks(
      ids.filter((id) => id.startsWith(`${prefix}_`)),
      find,
    )
  const found = [
    await named("key", (chunk) => reader.selectFrom("keys").select(["id", "name"]).where("id", "in", chunk).execute()),
    await named("id", (chunk) =>
      reader.selectFrom("identities").select(["id", "external_id as name"]).where("id", "in", chunk).execute(),
    ),
    await named("api", (chunk) => reader.selectFrom("apis").select(["id", "name"]).where("id", "in", chunk).execute()),
    await named("rk", (chunk) =>
      reader.selectFrom("root_keys").select(["id", "name"]).where("id", "in", chunk).execute(),
    ),
    await named("role", (chunk) =>
      reader.selectFrom("roles").select(["id", "name"]).where("id", "in", chunk).execute(),
    ),
    await named("plan", (chunk) =>
      reader.selectFrom("plans").select(["id", "name"]).where("id", "in", chunk).execute(),
    ),
    await named("perm", (chunk) =>
      reader.selectFrom("permissions").select(["id", "slug as name"]).where("id", "in", chunk).execute(),
    ),
    await named("rlns", (chunk) =>
      reader.selectFrom("ratelimit_namespaces").select(["id", "name"]).where("id", "in", chunk).execute(),
    ),
  ]
  return new Map(found.flat().flatMap(({ id, name }) => (name === null ? [] : [[id, name] as const])))
}

interface NamedRow {
  readonly id: string
  readonly name: string | null
}
