import { z } from "zod"
import { keyStatus } from "../../../contract/key-status.ts"
import { listOrder } from "../../../contract/list-order.ts"
import { pageInput, written } from "../../../contract/pagination.ts"
import { externalId, millis, ref, search } from "../../../contract/primitives.ts"
import { ratelimitName } from "../../../contract/ratelimit.ts"
import { keyAt } from "../../../core/balance.ts"
import { toWireKey } from "../../../core/wire.ts"
import type { Context } from "../../context.ts"
import { gatherPage } from "../page.ts"
import { requireRole } from "../permissions/require-roles.ts"
import { requirePermission } from "../permissions/resolve-permissions.ts"
import { decrypt, keyPresenter, type Showing } from "./show-keys.ts"

/** Errors of unknown filters. */
export const keyListErrors = ["data/role_not_found", "data/permission_not_found"] as const

/** The input fields that keys.listKeys and apis.listKeys share. */
export const keyListShape = {
  externalId: externalId.optional().describe("Only keys of the identity with this external id."),
  identityId: ref.optional().describe("Only keys of the identity with this id."),
  enabled: z.boolean().optional().describe("Only enabled keys, or only disabled ones."),
  status: keyStatus.optional(),
  expiresBefore: millis
    .optional()
    .describe("Only keys that expire before this time, in Unix milliseconds. Expired keys are included."),
  role: ref.optional().describe("Only keys with this role, by its id or name."),
  permission: ref
    .optional()
    .describe("Only keys that hold this permission, directly or through a role, by its id or slug."),
  ratelimit: ratelimitName
    .optional()
    .describe("Only keys with a rate limit of this name of their own. It beats the one of their identity."),
  order: listOrder,
  search: search.optional().describe("Only keys whose name, start or id contains this text."),
  ...pageInput,
  decrypt,
}

type Input = z.infer<z.ZodObject<typeof keyListShape>>
type ListContext = Showing & Pick<Context<Input>, "input" | "after">

/** Returns one page of the keys of one API, or of all APIs. The caller must have authorized this. */
export async function listKeysOf(apiId: string | undefined, context: ListContext) {
  const { input, workspace, store, after, now } = context
  const { externalId, identityId, enabled, search, expiresBefore, ratelimit } = input
  const role = input.role === undefined ? undefined : await requireRole(store, workspace.id, input.role)
  const permission =
    input.permission === undefined ? undefined : await requirePermission(store, workspace.id, input.permission)
  const filter = {
    ...{ apiId, externalId, identityId, enabled, search, expiresBefore, ratelimit },
    status: input.status && { name: input.status, now },
    roleId: role?.id,
    permissionId: permission?.id,
    isDescending: input.order === "created_desc",
  }
  const { shown, next } = await gatherPage({
    limit: input.limit,
    after,
    list: (query) => store.keys.list(workspace.id, { ...query, ...filter }),
    present: (key) => toWireKey(keyAt(key, now), now),
    positionOf: ({ id }) => id,
  })
  if (!input.decrypt) return { objects: shown.map(({ json }) => json), next }
  // Decrypts only the keys on the page, because each decryption is recorded as an event.
  const keys = shown.map(({ item }) => item)
  const present = await keyPresenter(context, keys)
  return { objects: keys.map((key) => written(present(key))), next }
}
