import type { Migration } from "./migration.ts"

/** Adds passkeys, accounts at an OpenID Connect provider, and the challenges that must not be used again. */
export const signIn: Migration = {
  name: "0015-sign-in",
  statements: ({ text, integer, table }) => [
    table(
      "passkeys",
      `id ${text} primary key,
       user_id ${text} not null references users (id) on delete cascade,
       credential_id ${text} not null unique,
       public_key ${text} not null,
       counter ${integer} not null,
       transports ${text} not null,
       is_backed_up ${integer} not null,
       name ${text} not null,
       created_at ${integer} not null,
       last_used_at ${integer}`,
    ),
    "create index passkeys_by_user on passkeys (user_id, id)",
    table(
      "oidc_accounts",
      `issuer ${text} not null,
       subject ${text} not null,
       user_id ${text} not null references users (id) on delete cascade,
       created_at ${integer} not null,
       primary key (issuer, subject)`,
    ),
    // A user has one account at each provider.
    "create unique index oidc_accounts_by_user on oidc_accounts (user_id, issuer)",
    table("used_challenges", `hash ${text} primary key, expires ${integer} not null`),
  ],
}
