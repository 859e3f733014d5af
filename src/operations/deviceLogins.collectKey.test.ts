import { describe, expect, test } from "bun:test"
import { engines } from "../../test/harness/harness.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { approvedTerminal, collect, program, startTerminal } from "../../test/people/device-login.ts"
import { addPerson, inBrowser, signIn } from "../../test/people/person.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"

describe.each([...engines])("deviceLogins.collectKey on %s", (engine) => {
  const clock = { now: Date.now() }
  const keyward = serveKeyward({ engine, clock })
  const newOwner = () => addPerson(keyward, { ...keyward, role: "owner" })
  const rootKeys = async () => (await keyward.ok("rootKeys.listRootKeys", { limit: 100 })).length

  test("gives the key once, also to terminals that ask at the same time", async () => {
    const terminal = await approvedTerminal(keyward, await newOwner())
    const before = await rootKeys()
    const answers = await Promise.all([1, 2, 3, 4].map(() => collect(keyward, terminal)))
    expect(answers.map(({ status }) => status).sort()).toEqual(["approved", "expired", "expired", "expired"])
    expect(await collect(keyward, terminal)).toEqual({ status: "expired" })
    expect(await rootKeys()).toBe(before + 1)
  })

  test("gives nothing for the code of the person, or for an unknown code", async () => {
    const { userCode } = await startTerminal(keyward)
    for (const deviceCode of [userCode, userCode.replace("-", ""), "x".repeat(43)]) {
      expect(await keyward.ok("deviceLogins.collectKey", { deviceCode }, program)).toEqual({ status: "expired" })
    }
  })

  test("gives nothing after ten minutes, although the person confirmed in time", async () => {
    const terminal = await approvedTerminal(keyward, await newOwner())
    clock.now += 600_000
    expect(await collect(keyward, terminal)).toEqual({ status: "expired" })
  })

  test.each([
    ["is no longer a member", async (userId: string) => keyward.ok("members.removeMember", { userId })],
    ["has a weaker role", async (userId: string) => keyward.ok("members.updateMember", { userId, role: "admin" })],
    ["was deleted", async (userId: string) => keyward.ok("users.deleteUser", { userId }, keyward.operator)],
  ])("creates no key if the person who confirmed %s", async (_what, lose) => {
    await newOwner()
    const owner = await newOwner()
    const terminal = await approvedTerminal(keyward, owner)
    const before = await rootKeys()
    await lose(owner.userId)
    expect(["denied", "expired"]).toContain((await collect(keyward, terminal)).status)
    expect(await rootKeys()).toBe(before)
  })

  test("creates no key if the session that confirmed was ended, as after a theft", async () => {
    const thief = await newOwner()
    const owner = await signIn(keyward, { ...thief, cookie: "" })
    const terminal = await approvedTerminal(keyward, thief)
    await keyward.ok("account.revokeOtherSessions", {}, inBrowser(owner))
    expect(await collect(keyward, terminal)).toEqual({ status: "denied" })
    expect(await collect(keyward, terminal)).toEqual({ status: "expired" })
  })

  test("slows a terminal that asks too often", async () => {
    const terminal = await startTerminal(keyward)
    for (let count = 0; count < 40; count += 1) await collect(keyward, terminal)
    const { deviceCode } = terminal
    const refused = await keyward.call("deviceLogins.collectKey", { deviceCode }, program)
    expect(outcomeOf(refused)).toBe("429 limits/sign_in_rate_limited")
  })
})
