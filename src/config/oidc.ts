import { WrongSetting } from "./setting.ts"

interface OidcSettings {
  readonly oidcIssuer: string | undefined
  readonly oidcClientId: string | undefined
  readonly oidcClientSecret: string | undefined
  readonly oidcDomains: readonly string[]
  readonly oidcWorkspace: string | undefined
  readonly oidcRole: string | undefined
}

/** The server refuses to start with a setting that does nothing without another one, because the operator relies on it. */
export function requireCompleteOidc(settings: OidcSettings): void {
  const { oidcIssuer, oidcClientId, oidcClientSecret, oidcDomains, oidcWorkspace, oidcRole } = settings
  const given = {
    CLIENT_ID: oidcClientId,
    CLIENT_SECRET: oidcClientSecret,
    DOMAINS: oidcDomains[0],
    WORKSPACE: oidcWorkspace,
    ROLE: oidcRole,
  }
  const [first] = Object.entries(given).filter(([, value]) => value !== undefined)
  if (oidcIssuer === undefined) {
    if (first !== undefined) throw wrong(`KEYWARD_OIDC_${first[0]} needs KEYWARD_OIDC_ISSUER.`)
    return
  }
  if (oidcClientId === undefined) throw wrong("KEYWARD_OIDC_ISSUER needs KEYWARD_OIDC_CLIENT_ID.")
  if (oidcRole === undefined) {
    if (oidcDomains.length > 0 || oidcWorkspace !== undefined)
      throw wrong(
        "KEYWARD_OIDC_DOMAINS and KEYWARD_OIDC_WORKSPACE need KEYWARD_OIDC_ROLE. Without it, people must be invited, whatever their domain.",
      )
    return
  }
  if (oidcDomains.length === 0)
    throw wrong(
      "KEYWARD_OIDC_ROLE needs KEYWARD_OIDC_DOMAINS. Without domains, everybody with an account at the provider could join.",
    )
  if (oidcWorkspace === undefined) throw wrong("KEYWARD_OIDC_ROLE needs KEYWARD_OIDC_WORKSPACE.")
}

function wrong(message: string): WrongSetting {
  return new WrongSetting(message)
}
