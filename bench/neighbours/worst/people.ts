import { operatorKey } from "../../processes.ts"
import type { Scene } from "../scene.ts"
import type { WorstRequest, WorstRequests } from "../worst-request.ts"

const invite = (number: number) => ({ email: `${number}@${"a".repeat(60)}.example`, role: "viewer" })

/** A workspace with as many open invitations as it may have, but one. */
async function fullWorkspace({ createTenant, call }: Scene) {
  const tenant = await createTenant()
  for (let number = 0; number < 999; number += 1) await call("members.inviteMember", invite(number), tenant.rootKey)
  return tenant
}

/** A person who accepts an invitation costs a password hash, so there is only one. */
async function member({ createTenant, call, port }: Scene) {
  const tenant = await createTenant()
  const { url } = await call("members.inviteMember", invite(Date.now()), tenant.rootKey)
  const response = await fetch(`http://localhost:${port}/v2/invitations.acceptInvitation`, {
    method: "POST",
    headers: { Origin: `http://localhost:${port}`, "Content-Type": "application/json" },
    body: JSON.stringify({ token: url.split("#")[1], name: "Grace", password: "correct horse battery staple" }),
  })
  const { data } = await response.json()
  return { ...tenant, userId: String(data.userId) }
}

const ofUser = (what: string, body: (round: number) => object, atMost?: number): WorstRequest => ({
  what,
  ...(atMost !== undefined && { atMost }),
  async prepare(scene) {
    const { userId } = await member(scene)
    return (round) => ({ body: { userId, ...body(round) }, key: operatorKey })
  },
})

export const worstOfPeople: WorstRequests = {
  "members.inviteMember": [
    {
      what: "the last invitation that a workspace may have",
      atMost: 1,
      async prepare(scene) {
        const { rootKey } = await fullWorkspace(scene)
        return (round) => ({ body: invite(10_000 + round), key: rootKey })
      },
    },
  ],
  "members.listInvitations": [
    {
      what: "100 of 999 invitations",
      async prepare(scene) {
        const { rootKey } = await fullWorkspace(scene)
        return () => ({ body: {}, key: rootKey })
      },
    },
  ],
  "members.revokeInvitation": [
    {
      what: "any invitation",
      async prepare({ call, tenant }) {
        return async (round) => {
          const { invitationId } = await call("members.inviteMember", invite(round), tenant.rootKey)
          return { body: { invitationId } }
        }
      },
    },
  ],
  "members.listMembers": [
    {
      what: "a search",
      async prepare(scene) {
        const { rootKey } = await member(scene)
        return () => ({ body: { search: "nobody" }, key: rootKey })
      },
    },
  ],
  "members.updateMember": [
    {
      what: "another role every time",
      async prepare(scene) {
        const { rootKey, userId } = await member(scene)
        return (round) => ({ body: { userId, role: round % 2 === 0 ? "admin" : "viewer" }, key: rootKey })
      },
    },
  ],
  "members.removeMember": [
    {
      what: "a member",
      atMost: 1,
      async prepare(scene) {
        const { rootKey, userId } = await member(scene)
        return () => ({ body: { userId, rootKeys: "disable" }, key: rootKey })
      },
    },
  ],
  "nodes.listNodes": [{ what: "all nodes", prepare: async () => () => ({ body: {}, key: operatorKey }) }],
  "users.listUsers": [
    { what: "a search", prepare: async () => () => ({ body: { search: "nobody" }, key: operatorKey }) },
  ],
  "users.updateUser": [ofUser("another state every time", (round) => ({ operator: round % 2 === 0 }))],
  "users.createResetLink": [ofUser("a link that replaces the last", () => ({}))],
  "users.listResetLinks": [
    {
      what: "one of all users",
      async prepare(scene) {
        const { userId } = await member(scene)
        await scene.call("users.createResetLink", { userId }, operatorKey)
        return () => ({ body: {}, key: operatorKey })
      },
    },
  ],
  "users.revokeResetLink": [
    {
      what: "an open link",
      async prepare(scene) {
        const { userId } = await member(scene)
        return async () => {
          await scene.call("users.createResetLink", { userId }, operatorKey)
          return { body: { userId }, key: operatorKey }
        }
      },
    },
  ],
  "users.deleteUser": [ofUser("a member", () => ({}), 1)],
}
