import { z } from "zod"
import { found } from "../contract/errors.ts"
import { personName, user } from "../contract/people.ts"
import { installationChain } from "../core/event-chain.ts"
import { updated } from "../core/object-events.ts"
import { toWireUser } from "../core/people-wire.ts"
import { mutation } from "./operation.ts"
import { requireUser } from "./shared/people/own-session.ts"

export const updateAccount = mutation({
  name: "account.updateAccount",
  title: "Change the name",
  summary: "Change your name.",
  touches: "one object",
  callers: ["user"],
  needs: [],
  scope: "installation",
  chain: "installation",
  input: z.strictObject({ name: personName }),
  output: user,
  errors: ["data/user_not_found"],
  example: { name: "Ada King" },
  async run({ input: { name }, caller, tx, now }) {
    const before = found(await tx.users.find(requireUser(caller).user.id), "data/user_not_found")
    if (before.name === name) return toWireUser(before)
    const after = { ...before, name, updatedAt: now }
    await tx.users.update(after)
    const changes = { before: { name: before.name }, after: { name } }
    tx.record({ ...updated("user", before.id, changes), workspaceId: installationChain })
    return toWireUser(after)
  },
})
