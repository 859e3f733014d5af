import type { Key } from "@keyward/client"
import { CustomerLink } from "../../parts/links.tsx"
import { FixButton } from "../../parts/log/fix-button.tsx"
import { Banner } from "../../ui/states.tsx"

/** Says that the key is refused because its customer is disabled. */
export function CustomerNotice({ apiKey: { apiId, identity } }: { readonly apiKey: Key }) {
  if (identity === undefined || identity.enabled) return null
  const fix = { operation: "identities.updateIdentity", input: { identity: identity.id, enabled: true } } as const
  return (
    <Banner actions={<FixButton apiId={apiId} fix={fix} />}>
      The customer <CustomerLink id={identity.id} name={identity.externalId} /> is disabled. Every verification of this
      key is refused with DISABLED.
    </Banner>
  )
}
