import type { Operation } from "../../src/operations/operation.ts"
import { createWorld, exampleIn, type World } from "../harness/world.ts"
import { tokenIn } from "../people/person.ts"
import { openPortal, stranger } from "../portal/customer.ts"
import { shownFor } from "./for-keys.ts"
import type { Situation, Stage } from "./situation.ts"

/** A customer with a plan, a quota and a key, whose portal looks like one. */
export async function portalSituation(stage: Stage, operation: Operation): Promise<Situation> {
  const { server } = stage
  const isRotating = operation.name === "portal.finishRotation"
  const world = await createWorld(server, { isRotating })
  const owner = { key: world.rootKey }
  const quota = { limit: 10_000, interval: "monthly" }
  await server.ok("plans.updatePlan", { plan: "pro", permissions: ["documents.read"], quota }, owner)
  await server.ok("identities.updateIdentity", { identity: "user_42", plan: "pro" }, owner)
  const permissions = [{ slug: "documents.read", title: "Read documents" }]
  await server.ok("portal.updatePortal", { name: "Acme", accent: "#0a7d5a", permissions }, owner)
  await verifyTwice(stage, world, operation)
  const link = { externalId: "user_42", customer: "Acme Ltd", actor: "Grace Hopper" }
  const example = exampleIn(world, operation)
  if (operation.name === "portal.openSession") {
    const { url, sessionId } = await server.ok("portal.createSession", link, owner)
    const shown = [[sessionId, exampleSession] as const, ...shownFor(world)]
    return { body: { ...Object(example), token: tokenIn(url) }, options: stranger, shown }
  }
  const customer = await openPortal(server, world.rootKey, link)
  return { body: example, options: customer.page, shown: [[customer.sessionId, exampleSession], ...shownFor(world)] }
}

const exampleSession = "pts_1CAiZx1YPnJZtcPxTdBGPS"

/** Calls that the customer can see. */
async function verifyTwice({ server, passTime }: Stage, world: World, { name }: Operation): Promise<void> {
  if (name !== "portal.getUsage" && name !== "portal.listRefusals") return
  passTime(24 * 60 * 60 * 1000)
  const owner = { key: world.rootKey }
  await server.ok("keys.verifyKey", { key: world.key, ip: "192.0.2.1" }, owner)
  await server.ok("keys.verifyKey", { key: world.key, ip: "192.0.2.1", permissions: "documents.delete" }, owner)
  for (;;) {
    const { total } = await server.ok("usage.getVerifications", { from: 0, interval: "total" }, owner)
    const logged = await server.ok("usage.listVerifications", {}, owner)
    if (total === 2 && logged.length === 2) return
    await Bun.sleep(20)
  }
}
