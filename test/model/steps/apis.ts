import fc from "fast-check"
import { change } from "../change.ts"
import { choose, isNotDeleted, type Target, target } from "../choose.ts"
import { learn, memberOf } from "../learn.ts"
import { showApi } from "../show.ts"
import { type Api, at, expectEvent } from "../state.ts"
import { type Intent, managing } from "../step.ts"
import { optional, someNetworks } from "../values.ts"

export function createApi(name: string): Intent {
  return {
    plan: (model) =>
      managing(model, "apis.createApi", { name }, (model, seen) => {
        const api: Api = {
          id: "",
          name,
          defaultPrefix: undefined,
          deleteProtection: false,
          ipAllowlist: [],
          isDeleted: false,
          createdAt: model.now,
          updatedAt: undefined,
        }
        learn(model, api, "api", memberOf(seen, "apiId"))
        model.apis.push(api)
        expectEvent(model, "api.created", api)
        return { data: { apiId: api.id } }
      }),
  }
}

interface Patch {
  readonly defaultPrefix?: string | null
  readonly deleteProtection?: boolean
  readonly ipAllowlist?: readonly string[] | null
}

function updateApi(target: Target, patch: Patch): Intent {
  return {
    plan(model) {
      const place = choose(model.apis, target, isNotDeleted)
      if (place === undefined) return undefined
      const body = { apiId: at(model.apis, place).id, ...patch }
      return managing(model, "apis.updateApi", body, (model) => {
        const api = at(model.apis, place)
        if (api.isDeleted) return "404 data/api_not_found"
        const { defaultPrefix = api.defaultPrefix, deleteProtection = api.deleteProtection } = patch
        const { ipAllowlist = api.ipAllowlist } = patch
        const wanted = {
          defaultPrefix: defaultPrefix ?? undefined,
          deleteProtection,
          ipAllowlist: ipAllowlist ?? [],
        }
        change(model, api, wanted, "api.updated")
        return { data: showApi(api) }
      })
    },
  }
}

function deleteApi(target: Target): Intent {
  return {
    plan(model) {
      const place = choose(model.apis, target, isNotDeleted)
      if (place === undefined) return undefined
      return managing(model, "apis.deleteApi", { apiId: at(model.apis, place).id }, (model) => {
        const api = at(model.apis, place)
        if (api.isDeleted) return "404 data/api_not_found"
        if (api.deleteProtection) return "412 application/protected_resource"
        api.isDeleted = true
        expectEvent(model, "api.deleted", api)
        return { data: {} }
      })
    },
  }
}

const patch: fc.Arbitrary<Patch> = optional<Required<Patch>>({
  defaultPrefix: fc.constantFrom("acme", "acme_live", null),
  deleteProtection: fc.boolean(),
  ipAllowlist: fc.option(someNetworks),
})

export const apiIntents: fc.Arbitrary<Intent> = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom("Payments", "Search").map(createApi) },
  { weight: 4, arbitrary: fc.tuple(target, patch).map(([api, wanted]) => updateApi(api, wanted)) },
  { weight: 1, arbitrary: target.map(deleteApi) },
)
