import { apiKind } from "./api.ts"
import { identityKind } from "./identity.ts"
import { keyKind } from "./key.ts"
import type { Kind } from "./kind.ts"
import { migrationKind } from "./migration.ts"
import { namespaceKind } from "./namespace.ts"
import { overrideKind } from "./override.ts"
import { permissionKind } from "./permission.ts"
import { planKind } from "./plan.ts"
import { portalKind } from "./portal.ts"
import { roleKind } from "./role.ts"
import { rootKeyKind } from "./root-key.ts"
import { webhookKind } from "./webhook.ts"
import { workspaceKind } from "./workspace.ts"

/** All objects of an export, in the order of its lines: an object comes before the lines that refer to it. */
export const kinds: readonly Kind[] = [
  workspaceKind,
  rootKeyKind,
  apiKind,
  permissionKind,
  roleKind,
  planKind,
  identityKind,
  migrationKind,
  keyKind,
  namespaceKind,
  overrideKind,
  webhookKind,
  portalKind,
]
