import { createIdMint } from "../../core/ids.ts"
import type {
  Api,
  Identity,
  Migration,
  Namespace,
  Override,
  Permission,
  Plan,
  Ratelimit,
  Role,
  RootKey,
  Workspace,
} from "../../core/model.ts"
import { defaultNotices } from "../../core/notice-settings.ts"
import { defaultLook, defaultRules, type Portal, type PortalSession } from "../../core/portal.ts"
import type { Webhook } from "../../core/webhook.ts"
import { sha256 } from "../../secrets/hash.ts"

/** Complete objects, in which a test sets only the fields that matter to it. */

export const time = 1_767_225_600_000

export const mintId = createIdMint({
  now: () => Date.now(),
  random: (length) => crypto.getRandomValues(new Uint8Array(length)),
})

export const newHash = (): string => sha256(crypto.randomUUID())

export function newWorkspace(members: Partial<Workspace> = {}): Workspace {
  return {
    id: mintId("ws"),
    name: "Acme",
    enabled: true,
    disabledReason: null,
    disabledNote: null,
    notices: defaultNotices,
    disabledAt: null,
    limits: {
      requestsPerMinute: null,
      keys: null,
      identities: null,
      verificationsPerMonth: null,
      onExceeded: "reject",
    },
    createdAt: time,
    updatedAt: null,
    ...members,
  }
}

export function newRootKey(workspaceId: string, members: Partial<RootKey> = {}): RootKey {
  return {
    id: mintId("rk"),
    workspaceId,
    hash: newHash(),
    start: "kw_root_abcd",
    name: null,
    enabled: true,
    permissions: ["*"],
    expires: null,
    createdBy: null,
    createdAt: time,
    updatedAt: null,
    lastUsedAt: null,
    ...members,
  }
}

export function newApi(workspaceId: string, members: Partial<Api> = {}): Api {
  return {
    id: mintId("api"),
    workspaceId,
    name: "Payments",
    defaultPrefix: null,
    defaultBytes: null,
    deleteProtection: false,
    ipAllowlist: [],
    createdAt: time,
    updatedAt: null,
    ...members,
  }
}

export function newIdentity(workspaceId: string, members: Partial<Identity> = {}): Identity {
  return {
    id: mintId("id"),
    workspaceId,
    externalId: crypto.randomUUID(),
    enabled: true,
    meta: {},
    permissions: [],
    ratelimits: [],
    plan: null,
    planChange: null,
    defaultPlan: null,
    billingDay: 1,
    quota: null,
    balance: null,
    createdAt: time,
    updatedAt: null,
    ...members,
  }
}

export function newPlan(workspaceId: string, members: Partial<Plan> = {}): Plan {
  return {
    id: mintId("plan"),
    workspaceId,
    name: crypto.randomUUID(),
    description: null,
    meta: {},
    permissions: [],
    ratelimits: [],
    maxKeys: null,
    quota: null,
    isDefault: false,
    createdAt: time,
    updatedAt: null,
    ...members,
  }
}

export function newWebhook(workspaceId: string, members: Partial<Webhook> = {}): Webhook {
  return {
    id: mintId("whk"),
    workspaceId,
    origin: "https://hooks.example",
    types: ["key.*"],
    format: "standard",
    description: null,
    enabled: true,
    disabledReason: null,
    ciphertext: "sealed",
    createdAt: time,
    updatedAt: null,
    ...members,
  }
}

export function newRatelimit(members: Partial<Ratelimit> = {}): Ratelimit {
  return { id: mintId("rl"), name: "requests", limit: 10, duration: 60_000, autoApply: false, ...members }
}

export function newPermission(members: Partial<Permission> = {}): Permission {
  const slug = members.slug ?? `docs.${crypto.randomUUID()}`
  return { id: mintId("perm"), slug, name: slug, description: null, ...members }
}

export function newRole(members: Partial<Role> = {}): Role {
  return { id: mintId("role"), name: crypto.randomUUID(), description: null, permissions: [], ...members }
}

export function newNamespace(members: Partial<Namespace> = {}): Namespace {
  return { id: mintId("rlns"), name: crypto.randomUUID(), createdAt: time, ...members }
}

export function newOverride(members: Partial<Override> = {}): Override {
  return {
    id: mintId("rlor"),
    identifier: crypto.randomUUID(),
    limit: 5,
    duration: 60_000,
    createdAt: time,
    ...members,
  }
}

export function newMigration(members: Partial<Migration> = {}): Migration {
  return { id: mintId("mig"), name: null, algorithm: "sha256", createdAt: time, ...members }
}

export function newPortal(workspaceId: string, members: Partial<Portal> = {}): Portal {
  return {
    id: mintId("ptl"),
    workspaceId,
    rules: { ...defaultRules, enabled: true, expiry: { max: 60_000 } },
    look: { ...defaultLook, name: "Acme" },
    createdAt: time,
    updatedAt: null,
    ...members,
  }
}

export function newPortalSession(
  { id, workspaceId }: Pick<Identity, "id" | "workspaceId">,
  members: Partial<PortalSession> = {},
): PortalSession {
  return {
    id: mintId("pts"),
    workspaceId,
    identityId: id,
    linkHash: newHash(),
    hash: null,
    madeBy: { type: "root_key", id: mintId("rk") },
    apis: null,
    actions: ["create"],
    customer: null,
    actor: "Ada",
    returnUrl: null,
    locale: null,
    page: "keys",
    lastsMs: 60_000,
    createdAt: time,
    openedAt: null,
    expires: time + 1_000,
    ...members,
  }
}
