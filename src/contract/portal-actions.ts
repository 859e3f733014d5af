/** What a portal can let its customers do. All of them see their keys. */
export const portalActions = ["create", "rename", "restrict", "rotate", "revoke", "usage", "refusals"] as const

export type PortalAction = (typeof portalActions)[number]

export const defaultPortalActions: readonly PortalAction[] = portalActions.filter((action) => action !== "restrict")

/** What a person of the team may do who opens the portal as a customer, unless the request says more. */
export const previewActions: readonly PortalAction[] = ["usage", "refusals"]

/** The pages on which a portal can open. */
export const portalPages = ["keys", "create", "usage"] as const

export type PortalPage = (typeof portalPages)[number]
