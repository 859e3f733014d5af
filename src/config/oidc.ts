interface OidcSettings {
  readonly oidcIssuer: string | undefined
  readonly oidcClientId: string | undefined
  readonly oidcClientSecret: string | undefined
  readonly oidcDomains: readonly string[]
  readonly oidcWorkspace: string | undefined
  readonly oidcRole: string | undefined
}

/** The server refuses to start with a setting that does nothing without another one, because the operator relies on it. */
export function oidcProblems(settings: OidcSettings): readonly string[] {
  const { oidcIssuer, oidcClientId, oidcClientSecret, oidcDomains, oidcWorkspace, oidcRole } = settings
  const given = {
    CLIENT_ID: oidcClientId,
    CLIENT_SECRET: oidcClientSecret,
    DOMAINS: oidcDomains[0],
    WORKSPACE: oidcWorkspace,
    ROLE: oidcRole,
  }
  if (oidcIssuer === undefined) {
    const dependent = Object.entries(given).filter(([, value]) => value !== undefined)
    return dependent.map(([name]) => `KEYWARD_OIDC_${name} needs KEYWARD_OIDC_ISSUER.`)
  }
  return [
    ...(oidcClientId === undefined ? ["KEYWARD_OIDC_ISSUER needs KEYWARD_OIDC_CLIENT_ID."] : []),
    ...joiningProblems(settings),
  ]
}

/** Of people who join by the domain of their address. */
function joiningProblems({ oidcDomains, oidcWorkspace, oidcRole }: OidcSettings): readonly string[] {
  if (oidcRole === undefined) {
    if (oidcDomains.length === 0 && oidcWorkspace === undefined) return []
    return [
      "KEYWARD_OIDC_DOMAINS and KEYWARD_OIDC_WORKSPACE need KEYWARD_OIDC_ROLE. Without it, people must be invited, whatever their domain.",
    ]
  }
  return [
    ...(oidcDomains.length === 0
      ? [
          "KEYWARD_OIDC_ROLE needs KEYWARD_OIDC_DOMAINS. Without domains, everybody with an account at the provider could join.",
        ]
      : []),
    ...(oidcWorkspace === undefined ? ["KEYWARD_OIDC_ROLE needs KEYWARD_OIDC_WORKSPACE."] : []),
  ]
}
