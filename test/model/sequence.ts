import fc from "fast-check"
import type { Reply, WireEvent } from "../harness/harness.ts"
import { agree } from "./agree.ts"
import { perform, type Real } from "./real.ts"
import { expectEvent, type Model } from "./state.ts"
import type { Intent } from "./step.ts"
import { createApi } from "./steps/apis.ts"
import { createIdentity } from "./steps/identities.ts"
import { createKey } from "./steps/keys.ts"
import { createPlan } from "./steps/plans.ts"
import { createRole } from "./steps/rbac.ts"
import { lists } from "./steps/reads.ts"
import { createRootKey } from "./steps/root-keys.ts"
import { verifyEach } from "./steps/verifications.ts"
import { enableWorkspace } from "./steps/workspaces.ts"

/** Runs one sequence. The message of a failure shows its calls. */
export async function play(real: Real, now: number, commands: Iterable<fc.AsyncCommand<Model, Real>>): Promise<void> {
  try {
    const model = await begin(real, now)
    await fc.asyncModelRun(() => ({ model, real }), commands)
    await end(model, real)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`${reason}\n\n${real.trace.join("\n")}`, { cause })
  }
}

/** Each sequence gets its own workspace, which already contains some objects. */
async function begin(real: Real, now: number): Promise<Model> {
  real.clock.now = now
  real.trace.length = 0
  real.calls = 0
  const { server } = real
  const name = "Model"
  const { workspaceId, rootKeyId, rootKey } = await server.createWorkspace(name)
  const model: Model = {
    now,
    workspace: {
      id: workspaceId,
      name,
      state: "enabled",
      reason: undefined,
      disabledAt: undefined,
      limits: { keys: null, identities: null, verificationsPerMonth: null, onExceeded: "reject" },
      createdAt: now,
      updatedAt: undefined,
    },
    rootKeys: [
      {
        id: rootKeyId,
        secret: rootKey,
        grants: ["*"],
        enabled: true,
        expires: undefined,
        isDeleted: false,
        createdAt: now,
        updatedAt: undefined,
      },
    ],
    apis: [],
    keys: [],
    identities: [],
    plans: [],
    permissions: [],
    roles: [],
    migrations: [],
    namespaces: [],
    overrides: [],
    reservations: [],
    takings: [],
    verified: new Map(),
    events: [],
    ids: new Set([workspaceId, rootKeyId]),
    imports: 0,
    operatorKey: server.operatorKey,
    foreignKey: server.rootKey,
  }
  expectEvent(model, "workspace.created", model.workspace)
  for (const rootKey of model.rootKeys) expectEvent(model, "root_key.created", rootKey)
  for (const intent of furniture) await perform(model, real, intent)
  return model
}

const first = { pick: 0, wantsDead: false }
const limit = { name: "requests", limit: 3, duration: 10_000, autoApply: true }

const furniture: readonly Intent[] = [
  createApi("Payments"),
  createRole("reader", ["docs.read"]),
  createIdentity("user_1", { ratelimits: [limit] }),
  createPlan("free", { permissions: ["docs.read"], quota: { limit: 4, interval: "daily", overage: 1 } }),
  createIdentity("user_2", {
    funds: { credits: { remaining: 6 }, quota: { limit: 2, interval: "daily", overage: 2 } },
  }),
  createPlan("pro", { maxKeys: 1 }),
  createIdentity("user_3", { plans: { plan: 1 } }),
  createRootKey({ scope: "verify", pick: 0 }),
  createKey(first, { externalId: "user_2" }, {}),
  createKey(first, { externalId: "user_3" }, {}),
  createKey(first, { externalId: "user_1", roles: [0], meta: { plan: "pro" } }, {}),
  createKey(
    first,
    {
      permissions: ["docs.write"],
      credits: { remaining: 2, refill: { interval: "monthly", amount: 3, refillDay: 31 } },
      ratelimits: [{ name: "tokens", limit: 2, duration: 1_000, autoApply: true }],
    },
    { prefix: "acme" },
  ),
]

/** At the end, reads everything again, and checks that every change was recorded. */
async function end(model: Model, real: Real): Promise<void> {
  await perform(model, real, enableWorkspace)
  for (const intent of [...lists, ...verifyEach(model)]) await perform(model, real, intent)
  compareEvents(model, await allEvents(model, real))
}

async function allEvents({ workspace, operatorKey }: Model, { server }: Real): Promise<readonly WireEvent[]> {
  const events: WireEvent[] = []
  let cursor = ""
  do {
    const body = { workspaceId: workspace.id, cursor }
    const reply: Reply = await server.call("events.listEvents", body, { key: operatorKey })
    agree("events.listEvents", reply.status, 200)
    events.push(...reply.body.data)
    cursor = reply.body.pagination.cursor ?? ""
  } while (cursor !== "")
  return events.reverse()
}

/** The service may store a refill at any time, so refills are checked against the rule, not against a number. */
function compareEvents({ events: expected }: Model, actual: readonly WireEvent[]): void {
  const recorded = actual.filter(({ type }) => type !== "key.refilled")
  for (const { actor, type } of actual) {
    if (type === "key.refilled") agree(type, actor, { type: "system", id: "refill" })
  }
  agree("how often each event was recorded", counted(recorded), counted(expected))
  const shown = expected.filter(({ object }) => object.id !== "")
  for (const id of new Set(shown.map(({ object }) => object.id))) {
    const ofObject = recorded.filter(({ resources: [changed] }) => changed?.id === id)
    const wanted = shown.filter(({ object }) => object.id === id)
    agree(`events of ${id}`, typesOf(ofObject), typesOf(wanted))
  }
}

interface Typed {
  readonly type: string
}

function typesOf(events: readonly Typed[]): string[] {
  return events.map(({ type }) => type)
}

function counted(events: readonly Typed[]): Record<string, number> {
  const types = typesOf(events).sort()
  return Object.fromEntries(types.map((type) => [type, types.filter((one) => one === type).length]))
}
