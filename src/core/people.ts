import type { MemberRole } from "../contract/member-roles.ts"

/** A person. Belongs to the installation, and to workspaces as a member. */
export interface User {
  readonly id: string
  /** In the form of contract/email.ts. */
  readonly email: string
  readonly name: string
  /** Whether the person may call the operations of operators. */
  readonly operator: boolean
  readonly createdAt: number
  readonly updatedAt: number | null
}

export interface Member {
  readonly workspaceId: string
  readonly userId: string
  readonly role: MemberRole
  readonly createdAt: number
  readonly updatedAt: number | null
}

/** A member with the fields of its user. */
export interface MemberDetails extends Member {
  readonly email: string
  readonly name: string
}

/** Who made a link. A link works only while its maker could still make it. */
export type LinkMaker =
  | { readonly type: "user"; readonly id: string }
  | { readonly type: "root_key"; readonly id: string }
  /** The hash is absent in links of versions that did not store it. Such links do not work. */
  | { readonly type: "operator"; readonly operatorKeyHash?: string }

/** A link that makes a person a member of a workspace. */
export interface Invitation {
  readonly id: string
  readonly workspaceId: string
  readonly email: string
  readonly role: MemberRole
  /** SHA-256 of the token in the link. */
  readonly hash: string
  readonly invitedBy: LinkMaker
  readonly createdAt: number
  readonly expires: number
}

/** A link that sets a new password for a user. A user has at most one. */
export interface Reset {
  readonly userId: string
  readonly hash: string
  /** The operator who made it, or null if the operator key did. */
  readonly createdBy: string | null
  /** The operator key that made it. Both are null in links of versions that stored neither; such links do not work. */
  readonly operatorKeyHash: string | null
  readonly createdAt: number
  readonly expires: number
}

/** A reset with the names of its user and of its maker. */
export interface ResetDetails extends Reset {
  readonly email: string
  readonly name: string
  /** null if the operator key made it. */
  readonly createdByName: string | null
}

/** The link that creates the first user. */
export interface SetupLink {
  readonly hash: string
  readonly expires: number
}

/** How a person has signed in. */
export type SignInMethod = "password" | "passkey" | "oidc" | "key" | "setup" | "invitation" | "reset"

/** A signed-in browser. It belongs to a user, or to the holder of a root key or of the operator key. */
export interface Session {
  readonly id: string
  /** SHA-256 of the token in the cookie. */
  readonly hash: string
  /** Exactly one of these three is set. */
  readonly userId: string | null
  readonly rootKeyId: string | null
  readonly operatorKeyHash: string | null
  readonly method: SignInMethod
  /** The address of the client at sign-in. */
  readonly address: string
  readonly userAgent: string | null
  /** The time of the sign-in, because every sign-in creates a session. */
  readonly createdAt: number
  /** Written at most once a minute. */
  readonly lastUsedAt: number
  readonly expires: number
}

/** A terminal that asks to be signed in through a browser. Only hashes of its two codes are stored. */
export interface DeviceLogin {
  readonly id: string
  /** SHA-256 of the code that only the terminal knows. */
  readonly deviceHash: string
  /** SHA-256 of the code that the person types. */
  readonly codeHash: string
  readonly terminal: string
  readonly address: string
  readonly state: "pending" | "approved" | "denied"
  /** The person who approved, and what the root key will be. Set once the login is approved. */
  readonly userId: string | null
  readonly sessionId: string | null
  readonly workspaceId: string | null
  readonly permissions: readonly string[] | null
  readonly keyExpires: number | null
  readonly createdAt: number
  readonly expires: number
}

/** A key pair whose private half never leaves the devices of a user. */
export interface Passkey {
  readonly id: string
  readonly userId: string
  /** Chosen by the authenticator, in base64url. */
  readonly credentialId: string
  /** COSE key in base64url. */
  readonly publicKey: string
  /** Rises with every use, or stays 0 if the authenticator does not count. */
  readonly counter: number
  /** How a browser can reach the authenticator. */
  readonly transports: readonly string[]
  /** Whether the authenticator stores it on several devices. */
  readonly isBackedUp: boolean
  readonly name: string
  readonly createdAt: number
  readonly lastUsedAt: number | null
}

/** An account at an OpenID Connect provider. Issuer and subject identify it, and its e-mail address never does. */
export interface OidcAccount {
  readonly issuer: string
  readonly subject: string
  readonly userId: string
  readonly createdAt: number
}
