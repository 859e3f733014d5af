import { describe, expect, test } from "bun:test"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { addPerson, cookieOf, inBrowser, visitor } from "../../test/people/person.ts"
import { grantsOfRole } from "../core/member-grants.ts"

const nobody = { signedIn: false, operator: false, workspaces: [] }

describe("sessions.getSession", () => {
  const keyward = serveKeyward({ engine: "sqlite" })
  const sessionOf = (cookie: string) => keyward.ok("sessions.getSession", {}, { session: { cookie } })
  const signInWith = async (key: string) => cookieOf(await keyward.call("sessions.signIn", { key }, visitor))

  test("without a session says so, and whether the installation has a user", async () => {
    expect(await keyward.ok("sessions.getSession", {}, visitor)).toEqual({ ...nobody, needsSetup: true })
    await addPerson(keyward, { ...keyward, role: "viewer" })
    expect(await keyward.ok("sessions.getSession", {}, visitor)).toEqual({ ...nobody, needsSetup: false })
  })

  test("shows a user with all workspaces and what the role allows there, disabled workspaces included", async () => {
    const own = await keyward.createWorkspace("Own")
    const { userId, email, cookie } = await addPerson(keyward, { ...own, role: "developer" })
    const { workspaceId } = own
    await keyward.ok("workspaces.disableWorkspace", { workspaceId, reason: "owner_request" }, keyward.operator)
    const { sessionId, signedInAt } = await keyward.ok("account.getAccount", {}, inBrowser({ cookie }))
    const session = await sessionOf(cookie)
    expect(session).toMatchObject({
      ...{ signedIn: true, needsSetup: false, operator: false, sessionId, signedInAt, method: "invitation" },
      user: { userId, email, operator: false },
      workspaces: [
        { workspaceId, name: "Own", enabled: false, role: "developer", permissions: grantsOfRole("developer") },
      ],
    })
    expect(session.expires).toBeGreaterThan(signedInAt)
    expect(session.rootKey).toBeUndefined()
  })

  test("tells that a user is an operator", async () => {
    const { userId, cookie } = await addPerson(keyward, { ...keyward, role: "viewer" })
    await keyward.ok("users.updateUser", { userId, operator: true }, keyward.operator)
    expect(await sessionOf(cookie)).toMatchObject({ signedIn: true, operator: true, user: { operator: true } })
  })

  test("shows a root key with its workspace and its own permissions, until it is disabled", async () => {
    const permissions = ["api.*.read_api"]
    const { rootKey, rootKeyId } = await keyward.ok("rootKeys.createRootKey", { name: "Reader", permissions })
    const cookie = await signInWith(rootKey)
    const session = await sessionOf(cookie)
    expect(session).toMatchObject({
      ...{ signedIn: true, operator: false, method: "key", rootKey: { rootKeyId, name: "Reader" } },
      workspaces: [{ workspaceId: keyward.workspaceId, enabled: true, permissions }],
    })
    expect(session.workspaces[0].role).toBeUndefined()
    expect(session.user).toBeUndefined()
    await keyward.ok("rootKeys.updateRootKey", { rootKeyId, enabled: false })
    expect(await sessionOf(cookie)).toMatchObject(nobody)
  })

  test("shows the operator key as operator without a workspace, and no part of the key", async () => {
    const session = await sessionOf(await signInWith(keyward.operatorKey))
    expect(session).toMatchObject({ signedIn: true, operator: true, method: "key", workspaces: [] })
    expect(Object.keys(session).sort()).toEqual([
      ...["expires", "method", "needsSetup", "operator", "sessionId", "signedIn", "signedInAt", "workspaces"],
    ])
  })

  test("after the sign-out, and for a cookie without a session, shows no user", async () => {
    const { cookie } = await addPerson(keyward, { ...keyward, role: "viewer" })
    await keyward.call("sessions.signOut", {}, { session: { cookie } })
    expect(await sessionOf(cookie)).toMatchObject(nobody)
    expect(await sessionOf(cookie.replace(/=[^;]*/, `=${"x".repeat(43)}`))).toMatchObject(nobody)
  })
})
