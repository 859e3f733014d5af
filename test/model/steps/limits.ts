import fc from "fast-check"
import { compact } from "../agree.ts"
import { identifiers } from "../names.ts"
import { expectEvent, type Model, type Namespace, type Override } from "../state.ts"
import { type Intent, managing } from "../step.ts"
import { duration } from "../values.ts"
import { type Check, take, test } from "../window.ts"
import { findNamespace, type NamespaceChoice, namespaceChoice, namespaceReference, overrideFor } from "./overrides.ts"

/** One check of ratelimit.limit or ratelimit.multiLimit. */
interface Request {
  readonly namespace: NamespaceChoice
  readonly identifier: string
  readonly limit: number
  readonly duration: number
  readonly cost?: number
}

const gone = "410 data/ratelimit_namespace_gone"

function limit(request: Request): Intent {
  return {
    plan(model) {
      const { namespace, ...rest } = request
      const body = { namespace: namespaceReference(model, namespace), ...rest }
      return managing(model, "ratelimit.limit", body, (model) => {
        const found = findNamespace(model, namespace) ?? addNamespace(model, namespace.name)
        if (found.isDeleted) return gone
        const aimed = aim(model, found, request)
        const { isAllowed, used, reset } = test(model, aimed.check)
        if (isAllowed) take(model, aimed.check)
        const remaining = remainingOf(aimed.check, used, isAllowed)
        return { data: compact({ success: isAllowed, ...shown(aimed), remaining, reset }) }
      })
    },
  }
}

function addNamespace(model: Model, name: string): Namespace {
  const namespace: Namespace = { id: "", name, isDeleted: false, createdAt: model.now }
  model.namespaces.push(namespace)
  expectEvent(model, "ratelimit_namespace.created", namespace)
  return namespace
}

interface Aimed {
  readonly check: Check
  readonly override: Override | undefined
}

/** An override replaces limit and duration. */
function aim(model: Model, namespace: Namespace, { identifier, limit, duration, cost = 1 }: Request): Aimed {
  const override = overrideFor(model, namespace, identifier)
  const subject = `namespace ${namespace.name}`
  const { limit: applied, duration: window } = override ?? { limit, duration }
  return { check: { subject, name: identifier, limit: applied, duration: window, cost }, override }
}

function shown({ check, override }: Aimed) {
  return { limit: check.limit, overrideId: override?.id }
}

function remainingOf({ limit, cost }: Check, used: number, isTaken: boolean): number {
  return isTaken ? limit - used - cost : Math.max(0, limit - used)
}

/** docs/contract.md#162-ratelimitmultilimit: all or nothing; entries on the same counter add up in their order. */
function multiLimit(requests: readonly Request[]): Intent {
  return {
    plan(model) {
      const body = requests.map(({ namespace, ...rest }) => ({
        namespace: namespaceReference(model, namespace),
        ...rest,
      }))
      return managing(model, "ratelimit.multiLimit", body, (model) => {
        if (requests.some(({ namespace }) => findNamespace(model, namespace)?.isDeleted)) return gone
        const attempt = structuredClone(model)
        const tried = requests.map((request) => {
          const { namespace } = request
          const aimed = aim(
            attempt,
            findNamespace(attempt, namespace) ?? addNamespace(attempt, namespace.name),
            request,
          )
          const untouched = test(model, aimed.check).used
          const tested = test(attempt, aimed.check)
          if (tested.isAllowed) take(attempt, aimed.check)
          return { aimed, untouched, ...tested }
        })
        const passed = tried.every(({ isAllowed }) => isAllowed)
        if (passed) Object.assign(model, attempt)
        const limits = tried.map(({ aimed, untouched, used, isAllowed, reset }, place) =>
          compact({
            namespace: body[place]?.namespace,
            identifier: aimed.check.name,
            passed: isAllowed,
            ...shown(aimed),
            remaining: remainingOf(aimed.check, passed ? used : untouched, passed),
            reset,
          }),
        )
        return { data: { passed, limits } }
      })
    },
  }
}

const request: fc.Arbitrary<Request> = fc.record(
  {
    namespace: namespaceChoice,
    identifier: fc.constantFrom(...identifiers),
    limit: fc.integer({ min: 1, max: 4 }),
    duration,
    cost: fc.nat(3),
  },
  { requiredKeys: ["namespace", "identifier", "limit", "duration"] },
)

export const limitIntents: fc.Arbitrary<Intent> = fc.oneof(
  { weight: 3, arbitrary: request.map(limit) },
  { weight: 1, arbitrary: fc.array(request, { minLength: 1, maxLength: 3 }).map(multiLimit) },
)
