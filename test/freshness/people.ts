import { addPerson, inBrowser } from "../people/person.ts"
import { outcomeOf } from "../requests/outcome.ts"
import type { Effect, Scene } from "./effects.ts"

/** What the next request of a person sees, in the browser. */

const prepare = async ({ server, world }: Scene) => {
  await addPerson(server, { ...world, role: "owner" })
  const { userId, cookie } = await addPerson(server, { ...world, role: "viewer" })
  return { userId, cookie }
}

const seenBy =
  (operation: string, body: (scene: Scene) => object, workspace: (scene: Scene) => string) => async (scene: Scene) => {
    const options = inBrowser({ cookie: scene.prepared.cookie ?? "" }, workspace(scene))
    return outcomeOf(await scene.server.call(operation, body(scene), options))
  }

const inWorkspace = ({ world }: Scene) => world.workspaceId
const asOperator = () => "operator"
const noPermission = "403 authorization/insufficient_permissions"

export const peopleEffects: readonly Effect[] = [
  {
    by: "members.inviteMember",
    see: async ({ ok }) => (await ok("members.listInvitations")).length,
    before: 0,
    change: ({ ok }) => ok("members.inviteMember", { email: "new@example.com", role: "viewer" }),
    after: 1,
  },
  {
    by: "members.revokeInvitation",
    prepare: ({ ok }) => ok("members.inviteMember", { email: "new@example.com", role: "viewer" }),
    see: async ({ server, prepared }) => {
      const body = { token: prepared.url?.split("#")[1] ?? "" }
      return outcomeOf(await server.call("invitations.getInvitation", body, { session: {} }))
    },
    before: "200",
    change: ({ ok, prepared: { invitationId } }) => ok("members.revokeInvitation", { invitationId }),
    after: "404 data/invitation_not_found",
  },
  {
    by: "members.updateMember",
    prepare,
    see: seenBy("apis.updateApi", ({ world: { apiId } }) => ({ apiId, name: "Payments" }), inWorkspace),
    before: noPermission,
    change: ({ ok, prepared: { userId } }) => ok("members.updateMember", { userId, role: "admin" }),
    after: "200",
  },
  {
    by: "members.removeMember",
    prepare,
    see: seenBy("apis.listApis", () => ({}), inWorkspace),
    before: "200",
    change: ({ ok, prepared: { userId } }) => ok("members.removeMember", { userId }),
    after: "404 data/workspace_not_found",
  },
  {
    by: "users.updateUser",
    prepare,
    see: seenBy("workspaces.listWorkspaces", () => ({ limit: 1 }), asOperator),
    before: noPermission,
    change: ({ asOperator, prepared: { userId } }) => asOperator("users.updateUser", { userId, operator: true }),
    after: "200",
  },
  {
    by: "users.createResetLink",
    prepare,
    see: async ({ ok }) => (await ok("events.listEvents", { type: "reset.created" })).length,
    before: 0,
    change: ({ asOperator, prepared: { userId } }) => asOperator("users.createResetLink", { userId }),
    after: 1,
  },
  {
    by: "users.revokeResetLink",
    async prepare(scene) {
      const { userId } = await prepare(scene)
      const { url } = await scene.asOperator("users.createResetLink", { userId })
      return { userId, url }
    },
    see: async ({ asOperator, prepared: { userId } }) => {
      const open = await asOperator("users.listResetLinks", {})
      return open.filter((link: { readonly userId: string }) => link.userId === userId).length
    },
    before: 1,
    change: ({ asOperator, prepared: { userId } }) => asOperator("users.revokeResetLink", { userId }),
    after: 0,
  },
  {
    by: "users.deleteUser",
    prepare,
    see: seenBy("apis.listApis", () => ({}), inWorkspace),
    before: "200",
    change: ({ asOperator, prepared: { userId } }) => asOperator("users.deleteUser", { userId }),
    after: "401 authentication/session_expired",
  },
]
