import type { Operation } from "../../src/operations/operation.ts"
import { callerFor, createWorld, exampleIn, furnishingFor, lacksWorkspace, type World } from "../harness/world.ts"
import type { Situation, Stage } from "./situation.ts"

const dayMs = 24 * 60 * 60 * 1000

export async function keySituation(stage: Stage, operation: Operation): Promise<Situation> {
  const { server } = stage
  const world = await worldFor(stage, operation)
  const key = callerFor(server, world, operation)
  return { body: bodyIn(world, operation, key === server.operatorKey), options: { key }, shown: shownFor(world) }
}

/** What a sample of the reference needs, which sends the example without the id of a workspace for operators. */
export async function sampleSituation(stage: Stage, operation: Operation): Promise<Omit<Situation, "shown">> {
  const world = await worldFor(stage, operation)
  const { callers = ["root_key"] } = operation
  const isForRootKey = callers.includes("root_key") && lacksWorkspace(operation)
  const key = isForRootKey ? world.rootKey : callerFor(stage.server, world, operation)
  return { body: exampleIn(world, operation), options: { key } }
}

async function worldFor(stage: Stage, operation: Operation): Promise<World> {
  const world = await createWorld(stage.server, furnishingFor(operation))
  stage.passTime(dayMs)
  await before[operation.name]?.(stage, world)
  return world
}

function bodyIn(world: World, operation: Operation, isOperator: boolean): unknown {
  const body = exampleIn(world, operation)
  return isOperator && lacksWorkspace(operation) ? { ...Object(body), workspaceId: world.workspaceId } : body
}

/** The ids in the examples of requests. */
export function shownFor(world: World): Situation["shown"] {
  const { workspaceId, otherRootKeyId, apiId, keyId, identityId, permissionId, roleId, planId, userId, invitationId } =
    world
  const { namespaceId, overrideId, migrationId, otherIds } = world
  const ids = [
    workspaceId,
    otherRootKeyId,
    apiId,
    keyId,
    identityId,
    permissionId,
    roleId,
    planId,
    userId,
    invitationId,
  ]
  const all = [...ids, namespaceId, overrideId, migrationId, ...Object.values(otherIds)].filter(
    (id) => id !== undefined,
  )
  return [
    ...all.map((id) => [id, `${id.slice(0, id.indexOf("_"))}_1CAiZx1YPnJZtcPxTdBGPS`] as const),
    [world.key, exampleKey],
    [`"${startOf(world.key)}"`, `"${startOf(exampleKey)}"`],
  ]
}

const exampleKey = "acme_live_6L5yRNPTuciSgXGHqYwn9N6NeoDywHBd2Z7NgZ"

/** The part of a key that responses show. */
function startOf(key: string): string {
  return key.slice(0, "acme_live_".length + 4)
}

type Before = (stage: Stage, world: World) => Promise<unknown>

const disable: Before = ({ server }, { workspaceId }) =>
  server.ok("workspaces.disableWorkspace", { workspaceId, reason: "unpaid_billing" }, server.operator)

/** A day with verifications of several outcomes, and checks of a rate limit. */
const useKeys: Before = async ({ server, passTime }, { key, rootKey, workspaceId }) => {
  const caller = { key: rootKey }
  const verify = (more: object) => server.ok("keys.verifyKey", { key, ip: "192.0.2.1", ...more }, caller)
  const limit = { namespace: "email", identifier: "user_1234", limit: 2, duration: 60_000 }
  for (const tags of [["path=/documents"], ["path=/documents"], ["path=/invoices"]]) {
    passTime(dayMs)
    await verify({ tags })
    await server.ok("ratelimit.limit", limit, caller)
    await server.ok("ratelimit.limit", { ...limit, identifier: "user_5678" }, caller)
  }
  await verify({ permissions: "documents.delete" })
  await verify({ tags: ["path=/documents"], ratelimits: [{ name: "requests", cost: 101 }] })
  await stored(async () => (await server.call("usage.listVerifications", {}, caller)).body.data.length === 5)
  const range = { namespace: "email", from: 0, interval: "total" }
  await stored(async () => (await server.ok("usage.getRatelimits", range, caller)).total === 7)
  await stored(
    async () => (await server.ok("usage.getVerifications", { from: 0, interval: "total" }, caller)).total === 5,
  )
  await stored(
    async () => (await server.ok("workspace.getUsage", { workspaceId }, caller)).totals.api.verifications === 5,
  )
}

/** Usage is stored a moment later. */
async function stored(isStored: () => Promise<boolean>): Promise<void> {
  while (!(await isStored())) await Bun.sleep(20)
}

const createResetLink: Before = ({ server }, { userId }) =>
  server.ok("users.createResetLink", { userId }, server.operator)

/** An endpoint that accepts everything. */
const receive: Before = ({ server }, { rootKey, otherIds }) => {
  const receiver = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response("ok") })
  receiver.unref()
  const { webhookId } = otherIds
  return server.ok("webhooks.updateWebhook", { webhookId, url: receiver.url.href }, { key: rootKey })
}

const openSession: Before = ({ server }, { rootKey }) =>
  server.ok("portal.createSession", { externalId: "user_42", actor: "Grace Hopper" }, { key: rootKey })

const before: Readonly<Record<string, Before>> = {
  "portal.listSessions": openSession,
  "usage.getRatelimits": useKeys,
  "usage.getVerifications": useKeys,
  "usage.listUsage": useKeys,
  "usage.listVerifications": useKeys,
  "users.revokeResetLink": createResetLink,
  "webhooks.sendTest": receive,
  "workspace.getUsage": useKeys,
  "workspaces.deleteWorkspace": disable,
  "workspaces.enableWorkspace": disable,
}
