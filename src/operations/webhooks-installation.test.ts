import { afterAll, describe, expect, test } from "bun:test"
import { engines } from "../../test/harness/harness.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { until } from "../../test/harness/until.ts"
import { addPerson } from "../../test/people/person.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"
import { startReceiver } from "../../test/services/receiver.ts"

describe.each([...engines])("webhooks of the installation on %s", (engine) => {
  const clock = { now: Date.parse("2026-03-01T12:00:00Z") }
  const keyward = serveKeyward({ engine, clock, watchesNotices: true, environment: { KEYWARD_WEBHOOKS: "on" } })
  const receiver = startReceiver(({ path }) => ({ status: path === "/broken" ? 500 : 204 }))
  afterAll(() => receiver.stop())

  const ofInstallation = { workspaceId: "installation" }
  const hook = { ...ofInstallation, url: receiver.url("/people"), types: ["user.*", "webhook.*"] }
  const call = (name: string, body: object) =>
    keyward.ok(`webhooks.${name}`, { ...ofInstallation, ...body }, keyward.operator)
  const at = (path: string) => receiver.received.filter((one) => one.path === path).map(({ message }) => message)

  test("send what users do, and only an operator has them", async () => {
    const { webhookId } = await call("createWebhook", hook)
    const person = await addPerson(keyward, { ...keyward, role: "owner" })
    await keyward.ok("workspaces.updateWorkspace", { name: "Of no interest" })
    await keyward.ok("users.updateUser", { userId: person.userId, operator: true }, keyward.operator)
    await until(() => at("/people").some(({ type }) => type === "user.updated"))
    const types = at("/people").map(({ type }) => type)
    expect(types.toSorted()).toEqual(["user.created", "user.updated", "webhook.created"])
    for (const { data } of at("/people")) expect(data.workspaceId).toBe("installation")
    const [updated] = await keyward.events({ ...ofInstallation, type: "user.updated" })
    expect(at("/people").find(({ type }) => type === "user.updated")?.data).toEqual(updated)

    const names = ["getWebhook", "listDeliveries", "deleteWebhook", "sendTest", "rotateSecret"]
    const refused: readonly (readonly [string, object])[] = [
      ["createWebhook", hook],
      ["listWebhooks", ofInstallation],
      ...names.map((name) => [name, { ...ofInstallation, webhookId }] as const),
    ]
    for (const [name, body] of refused) {
      expect(outcomeOf(await keyward.call(`webhooks.${name}`, body))).toBe("404 data/workspace_not_found")
    }
    const own = await keyward.call("webhooks.getWebhook", { webhookId })
    expect(outcomeOf(own)).toBe("404 data/webhook_not_found")
    const elsewhere = { workspaceId: keyward.workspaceId, webhookId }
    const strange = await keyward.call("webhooks.getWebhook", elsewhere, keyward.operator)
    expect(outcomeOf(strange)).toBe("404 data/webhook_not_found")
    const another = await keyward.call("rootKeys.listRootKeys", ofInstallation, keyward.operator)
    expect(outcomeOf(another)).toBe("404 data/workspace_not_found")
    await call("deleteWebhook", { webhookId })
  })

  test("are changed, tested, listed and sent again like others", async () => {
    const { webhookId } = await call("createWebhook", hook)
    await until(() => at("/people").some(({ data }) => data.resources[0].id === webhookId))
    await until(async () => (await call("listDeliveries", { webhookId, status: "delivered" })).length === 1)
    const changed = await call("updateWebhook", { webhookId, url: receiver.url("/changed"), from: 0 })
    expect(changed).toMatchObject({ webhookId, url: receiver.url("/changed"), enabled: true })
    await until(() => at("/changed").some(({ type }) => type === "user.created"))
    const [created] = await keyward.events({ ...ofInstallation, type: "user.created" })
    const eventId = created?.eventId
    await call("redeliver", { webhookId, eventIds: [eventId] })
    await until(() => at("/changed").filter(({ data }) => data.eventId === eventId).length === 2)
    expect(await call("sendTest", { webhookId, type: "user.created" })).toMatchObject({ status: 204 })
    expect(await call("rotateSecret", { webhookId })).toEqual({ secret: expect.stringMatching(/^whsec_/) })
    expect(await call("listWebhooks", {})).toMatchObject([{ webhookId }])
    await call("deleteWebhook", { webhookId })
    expect(await call("listWebhooks", {})).toEqual([])
  })

  test("that fail are told to the others, and are disabled after 410", async () => {
    const { webhookId: failing } = await call("createWebhook", { ...hook, url: receiver.url("/broken") })
    await call("createWebhook", { ...hook, url: receiver.url("/told"), types: ["notices", "webhook.disabled"] })
    await until(async () => (await call("getWebhook", { webhookId: failing })).health.failingSince !== undefined)
    clock.now += 61 * 60_000
    await until(() => at("/told").some(({ type }) => type === "webhook.failing"))
    receiver.answer(({ path }) => ({ status: path === "/broken" ? 410 : 204 }))
    await call("updateWebhook", { webhookId: failing, enabled: false })
    await call("updateWebhook", { webhookId: failing, enabled: true })
    await until(() => at("/told").some(({ type }) => type === "webhook.disabled"))
    expect(await call("getWebhook", { webhookId: failing })).toMatchObject({ disabledReason: "gone" })
    const told = at("/told").map(({ type, data: { actor, resources } }) => [type, actor.id, resources[0].id])
    expect(told).toEqual([
      ["webhook.failing", "notice", failing],
      ["webhook.disabled", "delivery", failing],
    ])
    expect(await keyward.ok("events.verifyChain", ofInstallation, keyward.operator)).toMatchObject({ intact: true })
  })
})
