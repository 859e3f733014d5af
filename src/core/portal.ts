import { defaultPortalActions, type PortalAction, type PortalPage } from "../contract/portal-actions.ts"
import type { Identity } from "./model.ts"
import type { User } from "./people.ts"

/** The portal of a workspace, and the sessions of customers in it. */

export interface OfferedPermission {
  readonly slug: string
  readonly title: string
}

/** Lifetimes of new keys, in milliseconds. */
export interface KeyExpiry {
  readonly default?: number | undefined
  readonly max?: number | undefined
}

/** What sessions may do. Read for every call of a session. */
export interface PortalRules {
  readonly enabled: boolean
  readonly apis: readonly string[]
  readonly actions: readonly PortalAction[]
  readonly permissions: readonly OfferedPermission[]
  readonly permissionsFrom: "plan" | "portal"
  readonly maxKeys: number
  readonly expiry: KeyExpiry | null
  readonly returnOrigins: readonly string[]
  readonly frameAncestors: readonly string[]
}

/** How the page looks. Images make it large, so it is read only to be shown. */
export interface PortalLook {
  /** null: the name of the workspace. */
  readonly name: string | null
  readonly accent: string | null
  readonly logo: string | null
  readonly logoDark: string | null
  readonly docsUrl: string | null
  readonly supportUrl: string | null
  readonly texts: Readonly<Record<string, Readonly<Record<string, string>>>> | null
}

export interface Portal {
  readonly id: string
  readonly workspaceId: string
  readonly rules: PortalRules
  readonly look: PortalLook
  readonly createdAt: number
  readonly updatedAt: number | null
}

/** The portal of a workspace that has never configured one. */
export const defaultRules: PortalRules = {
  enabled: false,
  apis: [],
  actions: defaultPortalActions,
  permissions: [],
  permissionsFrom: "plan",
  maxKeys: 20,
  expiry: null,
  returnOrigins: [],
  frameAncestors: [],
}

export const defaultLook: PortalLook = {
  name: null,
  accent: null,
  logo: null,
  logoDark: null,
  docsUrl: null,
  supportUrl: null,
  texts: null,
}

/** Who made a link. With a session, a person who had signed in. */
export type PortalMaker =
  | { readonly type: "root_key"; readonly id: string; readonly sessionId?: string }
  | { readonly type: "user"; readonly id: string; readonly sessionId: string }

/** A link to the portal, and the session that it becomes when it is opened. */
export interface PortalSession {
  readonly id: string
  readonly workspaceId: string
  readonly identityId: string
  /** SHA-256 of the token in the link. */
  readonly linkHash: string
  /** SHA-256 of the token in the cookie. null until the link is opened. */
  readonly hash: string | null
  readonly madeBy: PortalMaker
  /** null: all of the portal. */
  readonly apis: readonly string[] | null
  readonly actions: readonly PortalAction[] | null
  readonly customer: string | null
  readonly actor: string | null
  readonly returnUrl: string | null
  readonly locale: string | null
  readonly page: PortalPage
  /** How long it lasts from its opening. */
  readonly lastsMs: number
  readonly createdAt: number
  readonly openedAt: number | null
  /** When the link ends, and once it is opened, the session. */
  readonly expires: number
}

/** A customer in the portal, with what applies to the call. */
export interface PortalCaller {
  readonly type: "portal"
  readonly session: PortalSession
  readonly identity: Identity
  readonly rules: PortalRules
  /** The APIs and actions that the portal has and the session is not without. */
  readonly apiIds: readonly string[]
  readonly actions: readonly PortalAction[]
  /** The member who opened the portal as this customer. */
  readonly user?: User
  readonly signedIn?: undefined
}

/** How long a link can be opened. */
export const linkLifeMs = 5 * 60_000

/** An identity with more loses the oldest. */
export const portalSessionsAtMost = 100

/** Whether a person of the team opened the portal as this customer. */
export function isOpenedByPerson({ madeBy }: Pick<PortalSession, "madeBy">): boolean {
  return madeBy.sessionId !== undefined
}

/** What a session may do now: a change of its portal applies to it at once. */
export function scopeOf(
  rules: PortalRules,
  { apis, actions }: Pick<PortalSession, "apis" | "actions">,
): Pick<PortalCaller, "apiIds" | "actions"> {
  return {
    apiIds: apis === null ? rules.apis : rules.apis.filter((id) => apis.includes(id)),
    actions: actions === null ? rules.actions : rules.actions.filter((action) => actions.includes(action)),
  }
}
