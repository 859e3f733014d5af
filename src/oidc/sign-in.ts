import { createOidcProvider, type OidcProvider } from "./provider.ts"

/** How people sign in with the provider of the installation. */
export interface OidcSignIn {
  readonly provider: OidcProvider
  /** Absent: everyone must be invited. */
  readonly newcomers: Newcomers | undefined
}

/** People of these domains, by addresses that the provider has verified, join a workspace at their first sign-in. */
export interface Newcomers {
  readonly domains: readonly string[]
  readonly workspaceId: string
  readonly role: "viewer" | "developer"
}

interface Settings {
  readonly oidcIssuer: string | undefined
  readonly oidcClientId: string | undefined
  readonly oidcClientSecret: string | undefined
  readonly oidcDomains: readonly string[]
  readonly oidcWorkspace: string | undefined
  readonly oidcRole: "viewer" | "developer" | undefined
}

/** undefined if no provider is configured. */
export function createOidcSignIn(
  settings: Settings,
  { origin, now }: { readonly origin: string; now(): number },
): OidcSignIn | undefined {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret } = settings
  if (issuer === undefined || clientId === undefined) return undefined
  const { oidcDomains: domains, oidcWorkspace: workspaceId, oidcRole: role } = settings
  const redirectUri = `${origin}/oidc/callback`
  return {
    provider: createOidcProvider({ issuer, clientId, clientSecret, redirectUri, now }),
    newcomers: workspaceId === undefined || role === undefined ? undefined : { domains, workspaceId, role },
  }
}
