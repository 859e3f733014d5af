import { expect } from "bun:test"
import { type Change, forKey, forKeys, limit, unknown } from "./change.ts"

export const keyChanges: readonly Change[] = [
  { what: "a key is disabled", ...forKey("keys.updateKey", { enabled: false }), after: { code: "DISABLED" } },
  { what: "a key expires by decree", ...forKey("keys.updateKey", { expires: 1 }), after: { code: "EXPIRED" } },
  {
    what: "a key is renamed",
    key: { name: "Old", meta: { a: 1 } },
    ...forKey("keys.updateKey", { name: null, meta: { b: 2 } }),
    after: { code: "VALID", name: undefined, meta: { b: 2 } },
  },
  {
    what: "a key gets an allow list",
    ...forKey("keys.updateKey", { ipAllowlist: ["10.0.0.0/8"] }),
    after: { code: "FORBIDDEN" },
  },
  {
    what: "a key gets limits",
    ...forKey("keys.updateKey", { ratelimits: [{ ...limit, autoApply: true }] }),
    after: { ratelimits: [expect.objectContaining({ name: "calls", remaining: 99 })] },
  },
  {
    what: "a key loses a limit",
    key: { ratelimits: [limit] },
    asked: { ratelimits: [{ name: "calls", cost: 0 }] },
    ...forKey("keys.updateKey", { ratelimits: [] }),
    after: "412 application/precondition_failed",
  },
  {
    what: "a key gets credits",
    ...forKey("keys.updateCredits", { operation: "set", value: 0 }),
    after: { code: "USAGE_EXCEEDED", credits: 0 },
  },
  {
    what: "a key becomes unlimited",
    key: { credits: { remaining: 100 } },
    ...forKey("keys.updateKey", { credits: null }),
    after: { code: "VALID", credits: undefined },
  },
  {
    what: "a key gets credits through another key that shares its balance",
    by: "keys.updateCredits",
    key: { credits: { remaining: 100 } },
    async change(keyward, { keyId, key }) {
      const successor = await keyward.ok("keys.rerollKey", { keyId, expiration: 3_600_000 })
      const set = (value: number | null) =>
        keyward.ok("keys.updateCredits", { keyId: successor.keyId, operation: "set", value })
      await set(null)
      // Cached as unlimited from here on.
      await keyward.ok("keys.verifyKey", { key })
      await set(0)
    },
    after: { code: "USAGE_EXCEEDED", credits: 0 },
  },
  {
    what: "a key is linked to an identity",
    ...forKey("keys.updateKey", { externalId: "somebody else" }),
    after: { identity: expect.objectContaining({ externalId: "somebody else" }) },
  },
  {
    what: "a key is unlinked from its identity",
    key: { externalId: "alice" },
    ...forKey("keys.updateKey", { externalId: null }),
    after: { code: "VALID", identity: undefined },
  },
  {
    what: "many keys are disabled",
    ...forKeys("keys.updateKeys", { enabled: false }),
    after: { code: "DISABLED" },
  },
  {
    what: "all keys of an API change",
    key: { name: "Old", permissions: ["docs.read"], credits: { remaining: 100 } },
    by: "keys.updateKeys",
    change: (keyward, { apiId }) =>
      keyward.ok("keys.updateKeys", { apiId, name: "New", permissions: [], roles: ["editor"], credits: null }),
    after: { code: "VALID", name: "New", permissions: ["docs.edit"], roles: ["editor"], credits: undefined },
  },
  {
    what: "all keys of an identity expire",
    key: { externalId: "alice" },
    by: "keys.updateKeys",
    change: (keyward) => keyward.ok("keys.updateKeys", { identity: "alice", expires: 1 }),
    after: { code: "EXPIRED" },
  },
  { what: "many keys are deleted", ...forKeys("keys.deleteKeys"), after: unknown },
  { what: "many keys are erased", ...forKeys("keys.deleteKeys", { permanent: true }), after: unknown },
  {
    what: "all keys of an API are deleted",
    by: "keys.deleteKeys",
    change: (keyward, { apiId }) => keyward.ok("keys.deleteKeys", { apiId }),
    after: unknown,
  },
  { what: "a key is deleted", ...forKey("keys.deleteKey"), after: unknown },
  { what: "a key is erased", ...forKey("keys.deleteKey", { permanent: true }), after: unknown },
  {
    what: "a key revokes itself",
    by: "keys.revokeSelf",
    change: (keyward, { key }) => keyward.ok("keys.revokeSelf", {}, { key }),
    after: unknown,
  },
  { what: "a key is rotated", ...forKey("keys.rotateKey", { overlap: 0 }), after: { code: "EXPIRED" } },
  {
    what: "a key has a previous secret",
    ...forKey("keys.rotateKey", { overlap: 60_000 }),
    after: { code: "VALID", matchedSecret: "previous" },
  },
  {
    what: "a rotation is finished",
    by: "keys.finishRotation",
    async change(keyward, { keyId, key }) {
      await keyward.ok("keys.rotateKey", { keyId, overlap: 60_000 })
      // Cached as a previous secret from here on.
      await keyward.ok("keys.verifyKey", { key })
      await keyward.ok("keys.finishRotation", { keyId })
    },
    after: { code: "EXPIRED", matchedSecret: "previous" },
  },
  {
    what: "a rotation is cancelled",
    by: "keys.cancelRotation",
    async change(keyward, { keyId, key }) {
      await keyward.ok("keys.rotateKey", { keyId, overlap: 60_000 })
      await keyward.ok("keys.verifyKey", { key })
      await keyward.ok("keys.cancelRotation", { keyId })
    },
    after: { code: "VALID", matchedSecret: undefined },
  },
  {
    what: "a previous secret revokes itself",
    by: "keys.revokeSelf",
    async change(keyward, { keyId, key }) {
      await keyward.ok("keys.rotateKey", { keyId, overlap: 60_000 })
      await keyward.ok("keys.verifyKey", { key })
      await keyward.ok("keys.revokeSelf", {}, { key })
    },
    after: { code: "EXPIRED", matchedSecret: "previous" },
  },
  { what: "a key is rerolled", ...forKey("keys.rerollKey", { expiration: 0 }), after: { code: "EXPIRED" } },
]
