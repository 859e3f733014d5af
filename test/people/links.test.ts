import { describe, expect, test } from "bun:test"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { outcomeOf } from "../requests/outcome.ts"
import { queryDatabase } from "../storage/database.ts"
import { watchStorage } from "../storage/watch-storage.ts"
import { addPerson, cookieOf, inBrowser, type Person, password, tokenIn, visitor } from "./person.ts"

/** A reset or an invitation works only while its maker could still make it. */

const failed = "401 authentication/sign_in_failed"
const unknown = "404 data/invitation_not_found"
const chosen = "the password of an intruder"

describe("a link", () => {
  const keyward = serveKeyward({ engine: "sqlite" })
  const unchanged = watchStorage(keyward)
  const addOwner = () => addPerson(keyward, { ...keyward, role: "owner" })
  const setOperator = (userId: string, operator: boolean) =>
    keyward.ok("users.updateUser", { userId, operator }, keyward.operator)
  const addOperator = async () => {
    const person = await addPerson(keyward, { ...keyward, role: "viewer" })
    await setOperator(person.userId, true)
    return person
  }
  const reset = async ({ userId }: Pick<Person, "userId">, options: object) =>
    tokenIn((await keyward.ok("users.createResetLink", { userId }, options)).url)
  /** Invites an owner. An operator must name the workspace. */
  const invite = async (options: object, workspace: object = {}) => {
    const email = `${crypto.randomUUID()}@example.com`
    return tokenIn((await keyward.ok("members.inviteMember", { email, role: "owner", ...workspace }, options)).url)
  }
  const signInWithKey = async (key: string) => cookieOf(await keyward.call("sessions.signIn", { key }, visitor))
  const useReset = async (token: string) =>
    outcomeOf(await keyward.call("resets.useReset", { token, password: chosen }, visitor))
  const show = async (token: string) => outcomeOf(await keyward.call("invitations.getInvitation", { token }, visitor))
  const accept = async (token: string) =>
    outcomeOf(await keyward.call("invitations.acceptInvitation", { token, name: "Mallory", password }, visitor))
  const refusesReset = (token: string) => unchanged(async () => expect(await useReset(token)).toBe(failed))
  const refusesInvitation = (token: string) =>
    unchanged(async () => expect([await show(token), await accept(token)]).toEqual([unknown, unknown]))

  test("of an operator who was demoted or deleted neither sets a password nor makes an owner", async () => {
    const [owner, mallory] = [await addOwner(), await addOperator()]
    const [token, invitation] = [
      await reset(owner, inBrowser(mallory)),
      await invite(inBrowser(mallory), { workspaceId: keyward.workspaceId }),
    ]
    await setOperator(mallory.userId, false)
    await refusesReset(token)
    await refusesInvitation(invitation)
    await keyward.ok("users.deleteUser", { userId: mallory.userId }, keyward.operator)
    await refusesReset(token)
    await refusesInvitation(invitation)
    const { email } = owner
    expect(outcomeOf(await keyward.call("sessions.signIn", { email, password }, visitor))).toBe("200")
  })

  test("of an operator works as long as that person is one", async () => {
    const [owner, operator] = [await addOwner(), await addOperator()]
    const token = await reset(owner, inBrowser(operator))
    const invitation = await invite(inBrowser(operator), { workspaceId: keyward.workspaceId })
    expect([await useReset(token), await show(invitation), await accept(invitation)]).toEqual(["200", "200", "200"])
  })

  test("of a root key ends with that key, also if a session of the key made it", async () => {
    const make = async () => {
      const { rootKeyId, rootKey } = await keyward.ok("rootKeys.createRootKey", { permissions: ["*"] })
      const session = { session: { cookie: await signInWithKey(rootKey), workspace: keyward.workspaceId } }
      return { rootKeyId, invitations: [await invite({ key: rootKey }), await invite(session)] }
    }
    const expiring = { expires: Date.now() + 3_600_000 }
    for (const [operation, body] of [
      ["rootKeys.deleteRootKey", {}],
      ["rootKeys.rerollRootKey", { expiration: 0 }],
      ["rootKeys.updateRootKey", { permissions: ["member.*.invite_member"] }],
      // A membership would outlive the key, so a key that expires cannot invite.
      ["rootKeys.updateRootKey", expiring],
    ] as const) {
      const { rootKeyId, invitations } = await make()
      await keyward.ok(operation, { rootKeyId, ...body })
      for (const token of invitations) await refusesInvitation(token)
    }
  })

  test("is cancelled by a new password, which is recorded", async () => {
    const owner = await addOwner()
    const token = await reset(owner, keyward.operator)
    await keyward.ok("account.changePassword", { newPassword: "a new password of the owner" }, inBrowser(owner))
    for (const workspaceId of ["installation", keyward.workspaceId]) {
      const [event] = await keyward.events({ workspaceId, type: "reset.revoked", resourceId: owner.userId })
      expect(event).toMatchObject({ actor: { type: "user", id: owner.userId }, changes: { after: null } })
    }
    await refusesReset(token)
  })

  test("from before makers were stored does not work", async () => {
    const owner = await addOwner()
    const token = await reset(owner, keyward.operator)
    const invitation = await invite(keyward.operator, { workspaceId: keyward.workspaceId })
    await queryDatabase(
      keyward,
      `update resets set created_by = null, operator_key_hash = null where user_id = '${owner.userId}'`,
    )
    await queryDatabase(keyward, `update invitations set invited_by = '{"type":"operator","id":"operator"}'`)
    await refusesReset(token)
    await refusesInvitation(invitation)
    expect(await keyward.ok("users.listResetLinks", {}, keyward.operator)).toEqual([])
  })

  test("of an operator key ends when that key is replaced, also if a session of the key made it", async () => {
    const owners = [await addOwner(), await addOwner()] as const
    const session = { session: { cookie: await signInWithKey(keyward.operatorKey), workspace: "operator" } }
    const { workspaceId } = keyward
    const resets = [await reset(owners[0], keyward.operator), await reset(owners[1], session)]
    const invitations = [await invite(keyward.operator, { workspaceId }), await invite(session, { workspaceId })]
    const other = await addOwner()
    const operator = await addOperator()
    const byPerson = await reset(other, inBrowser(operator))
    const replaced = `operator-${crypto.randomUUID()}`
    await keyward.restart({ KEYWARD_OPERATOR_KEY: replaced })
    for (const token of resets) await refusesReset(token)
    for (const token of invitations) await refusesInvitation(token)
    const open = await keyward.ok("users.listResetLinks", {}, { key: replaced })
    expect(open.map(({ userId }: Person) => userId)).toEqual([other.userId])
    expect(await useReset(byPerson)).toBe("200")
  })
})
