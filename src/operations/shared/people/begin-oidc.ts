import { fault } from "../../../contract/errors.ts"
import type { OidcMemory } from "../../../oidc/provider.ts"
import type { ContextWith } from "../../context.ts"

/** A sign-in at the provider that has started. The browser keeps it, sealed, until it comes back. */
export interface OidcFlow extends OidcMemory {
  readonly purpose: OidcPurpose
  readonly expires: number
}

export type OidcPurpose =
  /** Afterwards the browser goes to `next`, which is an address of the public origin. */
  | { readonly type: "sign-in"; readonly next?: string }
  /** Links the account at the provider to the user of this session. */
  | { readonly type: "link"; readonly sessionId: string }

const lifeMs = 10 * 60 * 1000

type BeginContext = ContextWith<"oidc" | "vault" | "now" | "browser">

/** Returns the address at the provider to which the browser must go. */
export async function beginOidc({ oidc, vault, now, browser }: BeginContext, purpose: OidcPurpose): Promise<string> {
  if (oidc === undefined) {
    throw fault("application/precondition_failed", {
      detail: "Single sign-on is not configured. The operator sets KEYWARD_OIDC_ISSUER.",
    })
  }
  const { url, memory } = await oidc.provider.begin().catch((cause: unknown) => {
    const headers = { "Retry-After": "5" }
    const detail = `${oidc.provider.host} does not respond. Try again, or sign in another way.`
    throw fault("application/service_unavailable", { headers, cause, detail })
  })
  const flow: OidcFlow = { ...memory, purpose, expires: now + lifeMs }
  browser().setOidcFlow(vault.sealForBrowser(JSON.stringify(flow)), lifeMs)
  return url
}
