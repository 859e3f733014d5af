import type { KeysCreateKeyInput } from "@keyward/client"
import { addressesIn } from "../../parts/fields/address-field.tsx"
import { metaIn } from "../../parts/fields/meta-editor.tsx"
import { numberIn } from "../../parts/fields/number-text.ts"
import { type CreditsDraft, creditsDraft, creditsInput } from "../../parts/keys/credits-fields.tsx"
import { type LimitDraft, limitInputs } from "../../parts/keys/ratelimit-editor.tsx"

/** A new key as it is typed. */
export interface KeyDraft {
  readonly apiId: string
  readonly name: string
  readonly externalId: string
  readonly limits: readonly LimitDraft[]
  readonly credits: CreditsDraft
  readonly roles: readonly string[]
  readonly permissions: readonly string[]
  readonly scoped: boolean
  readonly expires: number | undefined
  readonly addresses: string
  readonly meta: string
  readonly prefix: string
  readonly byteLength: string
  readonly recoverable: boolean
}

export function newDraft(apiId: string, externalId: string): KeyDraft {
  return {
    ...{ apiId, externalId, name: "", limits: [], credits: creditsDraft(undefined), roles: [], permissions: [] },
    ...{ scoped: false, expires: undefined, addresses: "", meta: "", prefix: "", byteLength: "", recoverable: false },
  }
}

/** The request with only what was chosen, so that the defaults of the API and the server stay theirs. */
export function requestOf(draft: KeyDraft): KeysCreateKeyInput {
  const [name, externalId, prefix] = [draft.name.trim(), draft.externalId.trim(), draft.prefix.trim()]
  const credits = creditsInput(draft.credits)
  const addresses = addressesIn(draft.addresses)
  const { meta = {} } = metaIn(draft.meta)
  return {
    apiId: draft.apiId,
    ...(prefix !== "" && { prefix }),
    ...(draft.byteLength.trim() !== "" && { byteLength: numberIn(draft.byteLength) }),
    ...(name !== "" && { name }),
    ...(externalId !== "" && { externalId }),
    ...(Object.keys(meta).length > 0 && { meta }),
    ...(draft.roles.length > 0 && { roles: draft.roles }),
    ...(draft.permissions.length > 0 && { permissions: draft.permissions }),
    ...(draft.scoped && externalId !== "" && { scoped: true }),
    ...(draft.expires !== undefined && { expires: draft.expires }),
    ...(credits && { credits }),
    ...(draft.limits.length > 0 && { ratelimits: limitInputs(draft.limits) }),
    ...(draft.recoverable && { recoverable: true }),
    ...(addresses.length > 0 && { ipAllowlist: addresses }),
  }
}
