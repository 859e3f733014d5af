import fc from "fast-check"
import { learn, memberOf } from "../learn.ts"
import { identifiers, namespaceNames, patterns } from "../names.ts"
import { showList, showNamespace, showOverride } from "../show.ts"
import { expectEvent, liveOf, type Model, type Namespace, type Override } from "../state.ts"
import { type Intent, managing } from "../step.ts"
import { duration } from "../values.ts"

/** Refers to a namespace by its id if that is known and wanted, else by its name. */
export interface NamespaceChoice {
  readonly name: string
  readonly byId: boolean
}

export function namespaceReference({ namespaces }: Model, { name, byId }: NamespaceChoice): string {
  const id = namespaces.find((namespace) => namespace.name === name)?.id ?? ""
  return byId && id !== "" ? id : name
}

/** A name is never used again, not even after a deletion. */
export function findNamespace({ namespaces }: Model, { name }: NamespaceChoice): Namespace | undefined {
  return namespaces.find((namespace) => namespace.name === name)
}

function findLive(model: Model, choice: NamespaceChoice): Namespace | undefined {
  const namespace = findNamespace(model, choice)
  return namespace?.isDeleted ? undefined : namespace
}

const unknownNamespace = "404 data/ratelimit_namespace_not_found"
const unknownOverride = "404 data/ratelimit_override_not_found"

/** docs/contract.md#161-ratelimitlimit: the exact identifier, else the pattern with more characters other than `*`, else the older one. */
export function overrideFor({ overrides }: Model, namespace: Namespace, identifier: string): Override | undefined {
  const fitting = liveOf(overrides).filter((one) => one.namespace === namespace && matches(one.identifier, identifier))
  const exact = fitting.find((one) => one.identifier === identifier)
  const weightOf = (one: Override) => one.identifier.replaceAll("*", "").length
  const [best] = fitting.toSorted((one, other) => weightOf(other) - weightOf(one))
  return exact ?? best
}

function matches(pattern: string, identifier: string): boolean {
  const parts = pattern.split("*").map((part) => RegExp.escape(part))
  return new RegExp(`^${parts.join(".*")}$`).test(identifier)
}

interface Setting {
  readonly limit: number
  readonly duration: number
}

function setOverride(choice: NamespaceChoice, identifier: string, setting: Setting): Intent {
  return {
    plan(model) {
      const body = { namespace: namespaceReference(model, choice), identifier, ...setting }
      return managing(model, "ratelimit.setOverride", body, (model, seen) => {
        const namespace = findLive(model, choice)
        if (namespace === undefined) return unknownNamespace
        const known = model.overrides.find((one) => one.namespace === namespace && one.identifier === identifier)
        const override = known ?? { id: "", namespace, identifier, ...setting, isDeleted: true }
        if (known === undefined) model.overrides.push(override)
        learn(model, override, "rlor", memberOf(seen, "overrideId"))
        const isSame = override.limit === setting.limit && override.duration === setting.duration
        if (override.isDeleted) expectEvent(model, "ratelimit_override.created", override)
        else if (!isSame) expectEvent(model, "ratelimit_override.updated", override)
        Object.assign(override, setting, { isDeleted: false })
        return { data: { overrideId: override.id } }
      })
    },
  }
}

function deleteOverride(choice: NamespaceChoice, identifier: string): Intent {
  return {
    plan(model) {
      const body = { namespace: namespaceReference(model, choice), identifier }
      return managing(model, "ratelimit.deleteOverride", body, (model) => {
        const namespace = findLive(model, choice)
        if (namespace === undefined) return unknownNamespace
        const override = liveOf(model.overrides).find(
          (one) => one.namespace === namespace && one.identifier === identifier,
        )
        if (override === undefined) return unknownOverride
        override.isDeleted = true
        expectEvent(model, "ratelimit_override.deleted", override)
        return { data: {} }
      })
    },
  }
}

function deleteNamespace(choice: NamespaceChoice): Intent {
  return {
    plan(model) {
      const body = { namespace: namespaceReference(model, choice) }
      return managing(model, "ratelimit.deleteNamespace", body, (model) => {
        const namespace = findLive(model, choice)
        if (namespace === undefined) return unknownNamespace
        namespace.isDeleted = true
        expectEvent(model, "ratelimit_namespace.deleted", namespace)
        return { data: {} }
      })
    },
  }
}

function getOverride(choice: NamespaceChoice, identifier: string): Intent {
  return {
    plan(model) {
      const body = { namespace: namespaceReference(model, choice), identifier }
      return managing(model, "ratelimit.getOverride", body, (model) => {
        const namespace = findLive(model, choice)
        if (namespace === undefined) return unknownNamespace
        const override = overrideFor(model, namespace, identifier)
        return override === undefined ? unknownOverride : { data: showOverride(override) }
      })
    },
  }
}

function listOverrides(choice: NamespaceChoice): Intent {
  return {
    plan(model) {
      const body = { namespace: namespaceReference(model, choice) }
      return managing(model, "ratelimit.listOverrides", body, (model, seen) => {
        const namespace = findLive(model, choice)
        if (namespace === undefined) return unknownNamespace
        const overrides = liveOf(model.overrides).filter((one) => one.namespace === namespace)
        return { data: showList(overrides, seen, { present: showOverride }) }
      })
    },
  }
}

export const listNamespaces: Intent = {
  plan: (model) =>
    managing(model, "ratelimit.listNamespaces", {}, (model, seen) => ({
      data: showList(liveOf(model.namespaces), seen, {
        present: (namespace, item) => showNamespace(model, namespace, item),
        name: "name",
      }),
    })),
}

export const namespaceChoice: fc.Arbitrary<NamespaceChoice> = fc.record({
  name: fc.constantFrom(...namespaceNames),
  byId: fc.boolean(),
})
const pattern = fc.constantFrom(...patterns)
const setting = fc.record({ limit: fc.nat(3), duration })

export const overrideIntents: fc.Arbitrary<Intent> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.tuple(namespaceChoice, pattern, setting).map(([where, who, what]) => setOverride(where, who, what)),
  },
  { weight: 5, arbitrary: fc.tuple(namespaceChoice, pattern).map(([where, who]) => deleteOverride(where, who)) },
  { weight: 1, arbitrary: namespaceChoice.map(deleteNamespace) },
)

export const overrideReads: fc.Arbitrary<Intent> = fc.oneof(
  fc.tuple(namespaceChoice, fc.constantFrom(...identifiers)).map(([where, who]) => getOverride(where, who)),
  namespaceChoice.map(listOverrides),
  fc.constant(listNamespaces),
)
