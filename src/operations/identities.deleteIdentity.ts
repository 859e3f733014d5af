import { z } from "zod"
import { found } from "../contract/errors.ts"
import { ref } from "../contract/primitives.ts"
import { keysOfCustomer } from "../contract/touches.ts"
import { meterOf } from "../core/customer-meter.ts"
import { deletedInEvent, identityInEvent } from "../core/event-content.ts"
import type { Identity } from "../core/model.ts"
import { identityAt, planOf } from "../core/plans.ts"
import type { Reads } from "../storage/port/store.ts"
import type { Context, MutationWith } from "./context.ts"
import { slicedMutation } from "./operation.ts"
import { changeKey } from "./shared/keys/change-key.ts"
import { deleteKeys } from "./shared/keys/delete-keys.ts"
import { identityResources } from "./shared/keys/identity-resources.ts"
import { nextKeySlice } from "./shared/keys/key-slices.ts"
import { findIdentity } from "./shared/keys/link-identity.ts"
import { requireCurrent } from "./shared/verify/give-back.ts"

const updating = "api.*.update_key"
const deleting = "api.*.delete_key"
type KeyAction = "keep" | "disable" | "delete"

/** What a caller needs in addition to deleting the identity. To keep the keys of a restricted identity frees them. */
function needsFor(isRestricting: boolean, action: KeyAction): readonly string[] {
  if (action === "delete") return [deleting]
  return action === "disable" || isRestricting ? [updating] : []
}

/** No key becomes free unless the caller says so. */
function actionFor(isRestricting: boolean, { keys }: Input): KeyAction {
  return keys ?? (isRestricting ? "disable" : "keep")
}

/** Whether the keys would gain something by losing the identity. */
function restricts(identity: Identity, now: number): boolean {
  return !identity.enabled || planOf(identity, now) !== null || meterOf(identity, now) !== null
}

export const deleteIdentity = slicedMutation({
  name: "identities.deleteIdentity",
  title: "Delete an identity",
  summary: "Delete an identity. Its keys are kept, disabled or deleted.",
  isDestructive: true,
  touches: keysOfCustomer,
  needs: ["identity.{identityId}.delete_identity"],
  mayNeed: [updating, deleting],
  input: z.strictObject({
    identity: ref.describe("Id or external id of the identity."),
    keys: z
      .enum(["keep", "disable", "delete"])
      .optional()
      .describe(
        "What happens to its keys. They lose the identity in any case. Default: `keep`, or `disable` if the identity is disabled or has a plan, a quota or credits.",
      ),
  }),
  output: z.object({}),
  errors: ["data/identity_not_found"],
  example: { identity: "user_42", keys: "disable" },
  async plan({ input, workspace, store, now, grant }) {
    await requireIdentity({ input, workspace, now, grant }, store)
  },
  async runSlice(context) {
    const { input, workspace, tx, now } = context
    const identity = await requireIdentity(context, tx)
    const isLast = await changeKeys({ tx, now }, identity, actionFor(restricts(identity, now), input))
    if (!isLast) return { type: "more", progress: "keys" }
    // Locked, so that the event has the last balance.
    const last = (await tx.identities.findForUpdate(workspace.id, identity.id)) ?? identity
    requireCurrent([last], now)
    // This also removes the identity from the remaining keys.
    await tx.identities.delete(identity.id, now)
    tx.record({
      type: "identity.deleted",
      workspaceId: workspace.id,
      resources: identityResources(identity, last.balance !== null),
      changes: { before: deletedInEvent(identityInEvent(identityAt(last, now), now)), after: null },
    })
    return { type: "last", result: {} }
  },
})

interface Input {
  readonly identity: string
  readonly keys?: KeyAction | undefined
}

type IdentityRequest = Pick<Context<Input>, "input" | "workspace" | "now" | "grant">

async function requireIdentity({ input, workspace, now, grant }: IdentityRequest, reads: Reads): Promise<Identity> {
  const identity = found(await findIdentity(reads, workspace.id, input.identity), "data/identity_not_found")
  const isRestricting = restricts(identity, now)
  grant({ identityId: identity.id }, ...needsFor(isRestricting, actionFor(isRestricting, input)))
  return identity
}

type Propagation = MutationWith<"tx" | "now">

/** Disables or deletes one slice of keys, and returns whether it was the last. Other keys lose the identity without an event. */
async function changeKeys({ tx, now }: Propagation, identity: Identity, action: KeyAction): Promise<boolean> {
  if (action === "keep") return true
  const { workspaceId, id: identityId } = identity
  const enabled = action === "disable" ? true : undefined
  // Starts at the beginning each time, because a changed key is no longer selected.
  const start = { walked: 0, after: null }
  const selection = { type: "identity", identityId, enabled } as const
  const slice = await nextKeySlice(tx, { workspaceId, selection }, start)
  const ids = slice.keys.map(({ id }) => id)
  const keys = await tx.keys.listForUpdate(workspaceId, ids)
  if (action === "delete") await deleteKeys({ tx, now }, keys)
  else
    for (const key of keys)
      await changeKey({ tx, now }, key, { ...key, enabled: false, identityId: null, identity: null })
  return slice.isLast
}
