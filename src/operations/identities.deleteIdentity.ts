import { z } from "zod"
import { found } from "../contract/errors.ts"
import { ref } from "../contract/primitives.ts"
import { deletedInEvent } from "../core/event-content.ts"
import type { Identity } from "../core/model.ts"
import { deleted } from "../core/object-events.ts"
import { toWireIdentity } from "../core/wire.ts"
import type { Reads } from "../storage/port/store.ts"
import { type Context, type MutationWith, slicedMutation } from "./operation.ts"
import { changeKey } from "./shared/change-key.ts"
import { deleteKey } from "./shared/delete-key.ts"
import { findIdentity } from "./shared/link-identity.ts"

/** The permissions that each choice for the keys needs, in addition to deleting the identity. */
const needsFor = { keep: [], disable: ["api.*.update_key"], delete: ["api.*.delete_key"] } as const
type KeyAction = keyof typeof needsFor

export const deleteIdentity = slicedMutation({
  name: "identities.deleteIdentity",
  summary: "Delete an identity. Its keys are kept, disabled or deleted.",
  isDestructive: true,
  needs: ["identity.{identityId}.delete_identity"],
  mayNeed: [...needsFor.disable, ...needsFor.delete],
  input: z.strictObject({
    identity: ref.describe("Id or external id of the identity."),
    keys: z
      .enum(["keep", "disable", "delete"])
      .default("keep")
      .describe("What happens to its keys. They lose the identity in any case."),
  }),
  output: z.object({}),
  errors: ["data/identity_not_found"],
  example: { identity: "user_42", keys: "disable" },
  async plan({ input, workspace, store, grant }) {
    await requireIdentity({ input, workspace, grant }, store)
  },
  async runSlice(context) {
    const { input, workspace, tx, now } = context
    const identity = await requireIdentity(context, tx)
    const changedCount = await changeKeys({ tx, now }, identity, input.keys)
    if (changedCount === keysPerSlice) return { type: "more", progress: "keys" }
    // This also removes the identity from the remaining keys.
    await tx.identities.delete(identity.id, now)
    tx.record({
      ...deleted("identity", identity.id, deletedInEvent(toWireIdentity(identity))),
      workspaceId: workspace.id,
    })
    return { type: "last", result: {} }
  },
})

/** One message to the other nodes can carry the ids of this many keys. */
const keysPerSlice = 100

interface Input {
  readonly identity: string
  readonly keys: KeyAction
}

type IdentityRequest = Pick<Context<Input>, "input" | "workspace" | "grant">

async function requireIdentity({ input, workspace, grant }: IdentityRequest, reads: Reads): Promise<Identity> {
  const identity = found(await findIdentity(reads, workspace.id, input.identity), "data/identity_not_found")
  grant({ identityId: identity.id }, ...needsFor[input.keys])
  return identity
}

type Propagation = MutationWith<"tx" | "now">

/** Disables or deletes up to one slice of keys, and returns how many. Other keys lose the identity without an event. */
async function changeKeys({ tx, now }: Propagation, identity: Identity, action: KeyAction): Promise<number> {
  if (action === "keep") return 0
  const keys = await tx.keys.listForUpdate(identity.workspaceId, {
    identityId: identity.id,
    enabled: action === "disable" ? true : undefined,
    limit: keysPerSlice,
  })
  for (const key of keys) {
    if (action === "delete") await deleteKey({ tx, now }, key)
    else await changeKey({ tx, now }, key, { ...key, enabled: false, identityId: null, identity: null })
  }
  return keys.length
}
