import { z } from "zod"
import { fault } from "../contract/errors.ts"
import { mintedRootKey } from "../contract/root-key.ts"
import { workspaceName } from "../contract/workspace.ts"
import type { User } from "../core/people.ts"
import type { Transaction } from "../storage/port/store.ts"
import { mutation } from "./operation.ts"
import { addMember } from "./shared/people/add-member.ts"
import { originOf } from "./shared/people/member-events.ts"
import { shownMemberships } from "./shared/people/memberships.ts"
import { actorOf } from "./shared/transact.ts"
import { createWorkspace as create } from "./shared/workspaces/create-workspace.ts"

export const createWorkspace = mutation({
  name: "workspaces.createWorkspace",
  title: "Create a workspace",
  summary:
    "Create a workspace and its first root key, which holds every permission. An operator who has signed in as a person owns the workspace.",
  touches: "one object",
  callers: ["operator"],
  needs: [],
  scope: "installation",
  // A person may be deleted at the same time, which locks the installation too.
  chain: "installation",
  // The response holds a root key with all permissions.
  needsFreshSignIn: true,
  input: z.strictObject({ name: workspaceName.describe("Name of the workspace.") }),
  output: z.object({ workspaceId: z.string().describe("Id of the new workspace."), ...mintedRootKey.shape }),
  errors: ["application/precondition_failed"],
  example: { name: "Acme" },
  async run({ input, tx, mint, now, caller, browser }) {
    const person = caller.type === "operator" ? caller.signedIn?.user : undefined
    if (person !== undefined) await refuseTooManyMemberships(tx, person)
    const created = await create({ tx, mint, now, caller }, input.name)
    if (person === undefined) return created
    const { workspaceId } = created
    const origin = originOf(caller, browser())
    await addMember({ tx, now, actor: actorOf(caller) }, { user: person, workspaceId, role: "owner", origin })
    return created
  },
})

/** A session lists so many workspaces. A person could not open one more. */
async function refuseTooManyMemberships(tx: Transaction, { id }: User): Promise<void> {
  const memberships = await tx.members.listOfUser(id, shownMemberships)
  if (memberships.length < shownMemberships) return
  throw fault("application/precondition_failed", {
    detail: `You are a member of ${shownMemberships} workspaces, which is the most. Leave one, or use the operator key.`,
  })
}
