import { ipAllowlist } from "../../contract/ip-allowlist.ts"
import { permissionRefs } from "../../contract/permission.ts"
import { excessOf } from "../held-permissions.ts"
import { isIdShaped } from "../id-shape.ts"
import type { ExplainedCheck, SeenKey } from "./explanation.ts"

/** Empty if there is no fix. */
type OptionalFix = Pick<ExplainedCheck, "fix">

/** Adds one address to the allow list of the key, unless the list is full. */
export function fixByAllowing({ keyId, networks }: Pick<SeenKey, "keyId" | "networks">, ip: string): OptionalFix {
  const extended = ipAllowlist.safeParse([...networks.key, ip])
  if (!extended.success) return {}
  return { fix: { operation: "keys.updateKey", input: { keyId, ipAllowlist: extended.data } } }
}

/** Adds permissions to the key, unless keys.addPermissions would refuse them or read one as an id. */
export function fixByGranting(
  { keyId, holding }: Pick<SeenKey, "keyId" | "holding">,
  missing: readonly string[],
): OptionalFix {
  const permissions = permissionRefs.safeParse(missing)
  if (!permissions.success || missing.some((slug) => isIdShaped("perm", slug))) return {}
  const added = missing.map((slug) => ({ id: slug, slug, name: slug, description: null }))
  const after = { ...holding, directPermissions: [...holding.directPermissions, ...added] }
  if (excessOf(holding, after) !== undefined) return {}
  return { fix: { operation: "keys.addPermissions", input: { keyId, permissions: permissions.data } } }
}
