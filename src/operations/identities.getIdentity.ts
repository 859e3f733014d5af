import { z } from "zod"
import { found } from "../contract/errors.ts"
import { exactlyOne } from "../contract/exactly-one.ts"
import { identity } from "../contract/identity.ts"
import { ref } from "../contract/primitives.ts"
import type { Identity } from "../core/model.ts"
import { toWireIdentity } from "../core/wire-identity.ts"
import type { Reads } from "../storage/port/store.ts"
import { query } from "./operation.ts"
import { findIdentity } from "./shared/keys/link-identity.ts"
import { readCurrent } from "./shared/verify/give-back.ts"

const input = exactlyOne(
  z.strictObject({
    identityId: ref.optional().describe("Match the id only."),
    externalId: ref.optional().describe("Match the external id only."),
    identity: ref.optional().describe("Id or external id of the identity."),
  }),
  ["identityId", "externalId", "identity"],
)

export const getIdentity = query({
  name: "identities.getIdentity",
  title: "Show an identity",
  summary: "Show an identity, by its id or external id.",
  needs: ["identity.{identityId}.read_identity"],
  also: [{ method: "POST", path: "/v1/identities.getIdentity" }],
  input,
  output: identity,
  errors: ["data/identity_not_found"],
  example: { externalId: "user_42" },
  async run(context) {
    const { input, workspace, store, now, grant } = context
    const identity = found(
      await readCurrent(context, () => findNamed(store, workspace.id, input)),
      "data/identity_not_found",
    )
    grant({ identityId: identity.id })
    return toWireIdentity(identity, now)
  },
})

async function findNamed(
  reads: Reads,
  workspaceId: string,
  { identityId, externalId, identity }: z.infer<typeof input>,
): Promise<Identity | undefined> {
  if (identityId !== undefined) return reads.identities.find(workspaceId, identityId)
  if (externalId !== undefined) return reads.identities.findByExternalId(workspaceId, externalId)
  return identity === undefined ? undefined : findIdentity(reads, workspaceId, identity)
}
