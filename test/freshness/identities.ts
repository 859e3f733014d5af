import { expect } from "bun:test"
import { byCall, type Change, limit, unknown } from "./change.ts"

export const identityChanges: readonly Change[] = [
  {
    what: "the identity of a key changes",
    key: { externalId: "alice" },
    ...byCall("identities.updateIdentity", { identity: "alice", meta: { plan: "pro" } }),
    after: { identity: expect.objectContaining({ meta: { plan: "pro" } }) },
  },
  {
    what: "the identity of a key gets limits",
    key: { externalId: "alice" },
    ...byCall("identities.updateIdentity", { identity: "alice", ratelimits: [{ ...limit, autoApply: true }] }),
    after: { ratelimits: [expect.objectContaining({ name: "calls", remaining: 99 })] },
  },
  {
    what: "the identity of a key is disabled",
    key: { externalId: "alice" },
    ...byCall("identities.updateIdentity", { identity: "alice", enabled: false }),
    after: { code: "DISABLED", enabled: true, identity: expect.objectContaining({ enabled: false }) },
  },
  {
    what: "the identity of a key gets permissions",
    key: { externalId: "alice" },
    ...byCall("identities.updateIdentity", { identity: "alice", permissions: ["docs.read"] }),
    after: { permissions: ["docs.read"] },
  },
  {
    what: "the identity of a key gets a quota",
    key: { externalId: "alice" },
    ...byCall("identities.updateIdentity", { identity: "alice", quota: { limit: 5, interval: "total" } }),
    after: { code: "VALID", credits: 4, balances: { quota: 4, overageUsed: 0 } },
  },
  {
    what: "the identity of a key gets credits",
    key: { externalId: "alice" },
    ...byCall("identities.updateCredits", { identity: "alice", operation: "increment", value: 3 }),
    after: { code: "VALID", credits: 2, balances: { credits: 2 } },
  },
  {
    what: "the identity of a key is deleted",
    key: { externalId: "alice" },
    ...byCall("identities.deleteIdentity", { identity: "alice" }),
    after: { code: "VALID", identity: undefined },
  },
  {
    what: "the identity of a key is deleted and its keys disabled",
    key: { externalId: "alice" },
    ...byCall("identities.deleteIdentity", { identity: "alice", keys: "disable" }),
    after: { code: "DISABLED", identity: undefined },
  },
  {
    what: "the identity of a key is deleted with its keys",
    key: { externalId: "alice" },
    ...byCall("identities.deleteIdentity", { identity: "alice", keys: "delete" }),
    after: unknown,
  },
]
