import fc from "fast-check"
import { apply, change, type LimitInput, replaceLimits } from "../change.ts"
import { choose, isNotDeleted, type Target, target } from "../choose.ts"
import type { Quota } from "../funds.ts"
import { learn, memberOf } from "../learn.ts"
import { planNames } from "../names.ts"
import { isNamed } from "../plans.ts"
import { showPlan } from "../show.ts"
import { at, expectEvent, liveOf, type Model, type Plan } from "../state.ts"
import { type Intent, managing } from "../step.ts"
import { meta, optional, quota, someLimits, someSlugs } from "../values.ts"
import { permissionReferences, resolvePermissions } from "./rbac.ts"

interface Attributes {
  readonly meta?: unknown
  readonly permissions?: readonly string[]
  readonly ratelimits?: readonly LimitInput[]
  readonly quota?: Quota
  readonly maxKeys?: number
  readonly default?: boolean
}

/** null removes a quota or a bound. */
interface Patch extends Omit<Attributes, "quota" | "maxKeys"> {
  readonly name?: string
  readonly quota?: Quota | null
  readonly maxKeys?: number | null
}

function bodyOf(model: Model, { permissions, ...plain }: Attributes | Patch): object {
  return { ...plain, ...(permissions && { permissions: permissionReferences(model, permissions) }) }
}

export function createPlan(name: string, attributes: Attributes): Intent {
  return {
    concerns: "plan",
    plan: (model) =>
      managing(model, "plans.createPlan", { name, ...bodyOf(model, attributes) }, (model, seen) => {
        if (isTaken(model, name)) return taken
        if (attributes.default === true) endDefault(model)
        const plan: Plan = {
          id: "",
          name,
          meta: attributes.meta ?? {},
          permissions: resolvePermissions(model, attributes.permissions ?? []),
          ratelimits: replaceLimits([], attributes.ratelimits ?? []),
          quota: attributes.quota,
          maxKeys: attributes.maxKeys,
          isDefault: attributes.default ?? false,
          isDeleted: false,
          createdAt: model.now,
          updatedAt: undefined,
        }
        model.plans.push(plan)
        expectEvent(model, "plan.created", plan)
        learn(model, plan, "plan", memberOf(seen, "planId"))
        return { data: { planId: plan.id } }
      }),
  }
}

const taken = "409 data/plan_already_exists"
const unknown = "404 data/plan_not_found"

function isTaken({ plans }: Model, name: string): boolean {
  return liveOf(plans).some((plan) => plan.name === name)
}

/** A workspace has one default plan at most. */
function endDefault(model: Model): void {
  for (const plan of liveOf(model.plans)) if (plan.isDefault) apply(model, plan, { isDefault: false }, "plan.updated")
}

function updatePlan(target: Target, patch: Patch): Intent {
  return {
    concerns: "plan",
    plan(model) {
      const place = choose(model.plans, target, isNotDeleted)
      if (place === undefined) return undefined
      const body = { plan: at(model.plans, place).id, ...bodyOf(model, patch) }
      return managing(model, "plans.updatePlan", body, (model, seen) => {
        const plan = at(model.plans, place)
        if (plan.isDeleted) return unknown
        const { name = plan.name, meta = plan.meta, permissions, ratelimits } = patch
        if (name !== plan.name && isTaken(model, name)) return taken
        if (patch.default === true && !plan.isDefault) endDefault(model)
        const wanted = {
          name,
          meta,
          permissions: permissions === undefined ? plan.permissions : resolvePermissions(model, permissions),
          ratelimits: ratelimits === undefined ? plan.ratelimits : replaceLimits(plan.ratelimits, ratelimits),
          quota: patch.quota === undefined ? plan.quota : (patch.quota ?? undefined),
          maxKeys: patch.maxKeys === undefined ? plan.maxKeys : (patch.maxKeys ?? undefined),
          isDefault: patch.default ?? plan.isDefault,
        }
        change(model, plan, wanted, "plan.updated")
        return { data: showPlan(model, plan, seen) }
      })
    },
  }
}

function deletePlan(target: Target): Intent {
  return {
    plan(model) {
      const place = choose(model.plans, target, isNotDeleted)
      if (place === undefined) return undefined
      return managing(model, "plans.deletePlan", { plan: at(model.plans, place).id }, (model) => {
        const plan = at(model.plans, place)
        if (plan.isDeleted) return unknown
        if (plan.isDefault || isNamed(model, plan)) return "412 application/precondition_failed"
        plan.isDeleted = true
        expectEvent(model, "plan.deleted", plan)
        return { data: {} }
      })
    },
  }
}

const planName = fc.constantFrom(...planNames)
const maxKeys = fc.integer({ min: 1, max: 3 })
const attributes: fc.Arbitrary<Attributes> = optional<Required<Attributes>>({
  meta,
  permissions: someSlugs,
  ratelimits: someLimits,
  quota,
  maxKeys,
  default: fc.boolean(),
})
const patch: fc.Arbitrary<Patch> = optional<Required<Patch>>({
  name: planName,
  meta,
  permissions: someSlugs,
  ratelimits: someLimits,
  quota: fc.oneof({ weight: 3, arbitrary: quota }, { weight: 1, arbitrary: fc.constant(null) }),
  maxKeys: fc.option(maxKeys, { freq: 3 }),
  default: fc.boolean(),
})

export const planIntents: fc.Arbitrary<Intent> = fc.oneof(
  { weight: 2, arbitrary: fc.tuple(planName, attributes).map(([name, wanted]) => createPlan(name, wanted)) },
  { weight: 5, arbitrary: fc.tuple(target, patch).map(([which, wanted]) => updatePlan(which, wanted)) },
  { weight: 1, arbitrary: target.map(deletePlan) },
)
