import type { ImportTarget } from "./import-target.ts"
import { apiKind } from "./kinds/api.ts"
import { identityKind } from "./kinds/identity.ts"
import type { Identified } from "./kinds/kind.ts"
import { migrationKind } from "./kinds/migration.ts"
import { namespaceKind } from "./kinds/namespace.ts"
import { permissionKind } from "./kinds/permission.ts"
import { planKind } from "./kinds/plan.ts"
import { roleKind } from "./kinds/role.ts"
import type { ReferencedObjects, References } from "./references.ts"

/** Loads all referenced objects with a few queries per batch. A dry run also finds the objects that it planned. */
export async function loadReferenced(
  target: ImportTarget,
  references: readonly References[],
  planned: ReferencedObjects,
): Promise<ReferencedObjects> {
  const load = async <Item extends Identified>(
    name: keyof ReferencedObjects,
    plannedItems: ReadonlyMap<string, Item>,
    list: (target: ImportTarget, ids: readonly string[], entries: readonly never[]) => Promise<readonly Item[]>,
  ): Promise<Map<string, Item>> => {
    const wanted = [...new Set(references.flatMap((one) => one[name] ?? []))]
    if (wanted.length === 0) return new Map()
    const byId = new Map((await list(target, wanted, [])).map((item) => [item.id, item]))
    return new Map(
      wanted.flatMap((id) => {
        const item = byId.get(id) ?? plannedItems.get(id)
        return item === undefined ? [] : [[id, item] as const]
      }),
    )
  }
  return {
    apis: await load("apis", planned.apis, apiKind.listExisting),
    permissions: await load("permissions", planned.permissions, permissionKind.listExisting),
    roles: await load("roles", planned.roles, roleKind.listExisting),
    plans: await load("plans", planned.plans, planKind.listExisting),
    balances: await load("balances", planned.balances, ({ reads, workspaceId }, ids) =>
      reads.balances.listByIds(workspaceId, ids),
    ),
    identities: await load("identities", planned.identities, identityKind.listExisting),
    migrations: await load("migrations", planned.migrations, migrationKind.listExisting),
    namespaces: await load("namespaces", planned.namespaces, namespaceKind.listExisting),
  }
}
