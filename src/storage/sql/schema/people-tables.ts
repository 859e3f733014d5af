import type { MemberRole } from "../../../contract/member-roles.ts"
import type { DeviceLogin, LinkMaker, SignInMethod } from "../../../core/people.ts"
import { boolean, integer, json, named, nullable, ownedBy, reference, table, text, time } from "./columns.ts"

/** The tables of people: who they are, where they are members, and how they sign in. */
export const peopleTables = {
  users: table(
    { key: ["id"], idPrefix: "usr" },
    {
      id: text(),
      email: text(),
      name: text(),
      is_operator: named("operator", boolean),
      created_at: time,
      updated_at: nullable(time),
    },
  ),
  user_passwords: table({ key: ["user_id"] }, { user_id: ownedBy("users"), hash: text(), changed_at: time }),
  members: table(
    { key: ["workspace_id", "user_id"] },
    {
      workspace_id: reference("workspaces"),
      user_id: ownedBy("users"),
      role: text<MemberRole>(),
      created_at: time,
      updated_at: nullable(time),
    },
  ),
  invitations: table(
    { key: ["id"], idPrefix: "inv", isDeletedAtExpiry: true },
    {
      id: text(),
      workspace_id: reference("workspaces"),
      email: text(),
      role: text<MemberRole>(),
      hash: text(),
      invited_by: json<LinkMaker>(),
      created_at: time,
      expires: time,
    },
  ),
  passkeys: table(
    { key: ["id"], idPrefix: "pk" },
    {
      id: text(),
      user_id: ownedBy("users"),
      credential_id: text(),
      public_key: text(),
      counter: integer,
      transports: json<readonly string[]>(),
      is_backed_up: boolean,
      name: text(),
      created_at: time,
      last_used_at: nullable(time),
    },
  ),
  oidc_accounts: table(
    { key: ["issuer", "subject"] },
    { issuer: text(), subject: text(), user_id: ownedBy("users"), created_at: time },
  ),
  /** Accounts and addresses that do not join through a provider again. */
  oidc_exclusions: table({ key: ["hash"] }, { hash: text(), created_at: time }),
  /** Challenges and states that were used and have not expired. */
  used_challenges: table({ key: ["hash"], isDeletedAtExpiry: true }, { hash: text(), expires: time }),
  resets: table(
    { key: ["user_id"], isDeletedAtExpiry: true },
    {
      user_id: ownedBy("users"),
      hash: text(),
      created_by: nullable(text()),
      operator_key_hash: nullable(text()),
      created_at: time,
      expires: time,
    },
  ),
  sessions: table(
    { key: ["id"], idPrefix: "ses", isDeletedAtExpiry: true },
    {
      id: text(),
      hash: text(),
      user_id: nullable(ownedBy("users")),
      root_key_id: nullable(text()),
      operator_key_hash: nullable(text()),
      method: text<SignInMethod>(),
      address: text(),
      user_agent: nullable(text()),
      created_at: time,
      last_used_at: time,
      expires: time,
    },
  ),
  device_logins: table(
    { key: ["id"], isTransient: true, isDeletedAtExpiry: true },
    {
      id: text(),
      device_hash: text(),
      code_hash: text(),
      terminal: text(),
      address: text(),
      state: text<DeviceLogin["state"]>(),
      user_id: nullable(ownedBy("users")),
      session_id: nullable(text()),
      workspace_id: nullable(text()),
      permissions: nullable(json<readonly string[]>()),
      key_expires: nullable(time),
      created_at: time,
      expires: time,
    },
  ),
}
