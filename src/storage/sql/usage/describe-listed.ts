import type { UsageListQuery, UsageListRow } from "../../port/usage.ts"
import type { Engine } from "../engine.ts"
import { listInChunks } from "../schema/rows.ts"
import { idsOf } from "./describe-groups.ts"
import type { ListedRow } from "./list-statement.ts"
import { foldedLabel } from "./statements.ts"

type Described = Pick<UsageListRow, "apiId" | "keyId" | "name" | "identity" | "label" | "isFolded" | "isDeleted">

interface Listed {
  readonly rows: readonly ListedRow[]
  /** Calls with unknown keys count for the workspace instead of an API. */
  readonly workspace: number
}

/** What is known of each group. Deleted objects keep their name, erased ones do not. */
export async function describeListed(
  engine: Engine,
  dimension: UsageListQuery["dimension"],
  { rows, workspace }: Listed,
): Promise<readonly Described[]> {
  if (dimension === "label") return rows.map(({ label }) => labelled(label ?? ""))
  const numbers = rows.map(({ number }) => (number === workspace ? 0 : (number ?? 0)))
  const ids = await idsOf(engine, numbers)
  const known = await describers[dimension](engine, [...ids.values()])
  return numbers.map((number) => known.get(ids.get(number) ?? "") ?? erased(dimension, ids.get(number)))
}

function labelled(label: string): Described {
  if (label === foldedLabel) return { isFolded: true }
  return label === "" ? {} : { label: label.slice(1) }
}

function erased(dimension: "api" | "key" | "identity", id: string | undefined): Described {
  if (id === undefined) return {}
  const name = { api: { apiId: id }, key: { keyId: id }, identity: { identity: { id } } }[dimension]
  return { ...name, isDeleted: true }
}

type Describe = (engine: Engine, ids: readonly string[]) => Promise<ReadonlyMap<string, Described>>

const describers: Readonly<Record<"api" | "key" | "identity", Describe>> = {
  async api({ reader }, ids) {
    const rows = await listInChunks(ids, (chunk) =>
      reader.selectFrom("apis").select(["id", "name", "deleted_at"]).where("id", "in", chunk).execute(),
    )
    return new Map(rows.map(({ id, name, deleted_at }) => [id, { apiId: id, name, ...deletion(deleted_at) }]))
  },

  async identity({ reader }, ids) {
    const rows = await listInChunks(ids, (chunk) =>
      reader.selectFrom("identities").select(["id", "external_id", "deleted_at"]).where("id", "in", chunk).execute(),
    )
    return new Map(
      rows.map(({ id, external_id, deleted_at }) => [
        id,
        { identity: { id, externalId: external_id }, ...deletion(deleted_at) },
      ]),
    )
  },

  async key({ reader }, ids) {
    const rows = await listInChunks(ids, (chunk) =>
      reader
        .selectFrom("keys")
        .leftJoin("identities", "identities.id", "keys.identity_id")
        .select(["keys.id", "keys.name", "keys.api_id", "keys.deleted_at", "identity_id", "external_id"])
        .where("keys.id", "in", chunk)
        .execute(),
    )
    return new Map(
      rows.map(({ id, name, api_id, deleted_at, identity_id, external_id }) => [
        id,
        {
          keyId: id,
          apiId: api_id,
          ...(name !== null && { name }),
          ...(identity_id !== null && {
            identity: { id: identity_id, ...(external_id !== null && { externalId: external_id }) },
          }),
          ...deletion(deleted_at),
        },
      ]),
    )
  },
}

function deletion(deletedAt: number | null): { readonly isDeleted?: true } {
  return deletedAt === null ? {} : { isDeleted: true }
}
