import { type Case, casesOf } from "./case.ts"

export const verification: readonly Case[] = [
  ...casesOf("keys.verifyKey", [
    {
      input: ({ key }) => ({ key, permissions: "documents.read AND (a OR documents.read)", tags: ["path=/x"] }),
      data: ({ keyId }) => ({ valid: true, code: "VALID", keyId, credits: 9, identity: { externalId: "user_42" } }),
    },
    {
      input: ({ key }) => ({ key, credits: { cost: 10 } }),
      data: { valid: false, code: "USAGE_EXCEEDED", credits: 9 },
    },
    {
      input: ({ key }) => ({ key, ratelimits: [{ name: "requests", cost: 101 }] }),
      data: {
        valid: false,
        code: "RATE_LIMITED",
        ratelimits: [{ name: "requests", exceeded: true, remaining: 100 }],
      },
    },
    {
      input: ({ key }) => ({ key, permissions: "documents.burn" }),
      data: { valid: false, code: "INSUFFICIENT_PERMISSIONS" },
    },
    { input: { key: "nobody" }, data: { valid: false, code: "NOT_FOUND" } },
    {
      input: ({ key }) => ({ key, credits: { cost: 5, reserve: true, expiresIn: 60_000 } }),
      data: { valid: true, code: "VALID", credits: 4, balances: { key: 4 } },
      keep: { reservationId: "reservationId" },
    },
    {
      input: ({ key }) => ({ key, permissions: "a AND" }),
      refused: "400 application/permissions_query_syntax_error",
      violations: ["body.permissions"],
    },
    {
      input: ({ key }) => ({ key, ratelimits: [{ name: "unknown" }] }),
      refused: "412 application/precondition_failed",
    },
  ]),
  ...casesOf("keys.createKey", [
    {
      input: ({ apiId }) => ({
        apiId,
        permissions: ["documents.read"],
        ipAllowlist: ["192.0.2.0/24"],
        meta: { plan: "pro" },
      }),
      keep: { key: "plainKey", keyId: "plainKeyId" },
    },
  ]),
  // Without credits and limits, so that a local verifier can decide.
  ...casesOf("keys.verifyKey", [
    {
      input: ({ kept, apiId }) => ({ key: kept.plainKey, ip: "192.0.2.7", keyspaces: [apiId], tags: ["path=/x"] }),
      data: { valid: true, code: "VALID", meta: { plan: "pro" }, permissions: ["documents.read"], ratelimits: [] },
    },
    {
      input: ({ kept }) => ({ key: kept.plainKey, ip: "::ffff:192.0.2.7", permissions: "documents.read OR a" }),
      data: { valid: true, code: "VALID" },
    },
    {
      input: ({ kept }) => ({ key: kept.plainKey, ip: "192.0.2.7", permissions: "documents.read AND a" }),
      data: { valid: false, code: "INSUFFICIENT_PERMISSIONS" },
    },
    { input: ({ kept }) => ({ key: kept.plainKey, ip: "198.51.100.7" }), data: { valid: false, code: "FORBIDDEN" } },
    { input: ({ kept }) => ({ key: kept.plainKey }), data: { valid: false, code: "FORBIDDEN" } },
    {
      input: ({ kept }) => ({ key: kept.plainKey, keyspaces: ["api_other"] }),
      data: { valid: false, code: "NOT_FOUND" },
    },
    { input: ({ kept }) => ({ key: kept.plainKey, ip: "192.0.2.256" }), violations: ["body.ip"] },
    { input: ({ kept }) => ({ key: kept.plainKey, keyspaces: [] }), violations: ["body.keyspaces"] },
    { input: ({ kept }) => ({ key: kept.plainKey, tags: [""] }), violations: ["body.tags[0]"] },
  ]),
  ...casesOf("keys.updateKey", [{ input: ({ kept }) => ({ keyId: kept.plainKeyId, enabled: false }) }]),
  ...casesOf("keys.verifyKey", [
    { input: ({ kept }) => ({ key: kept.plainKey, ip: "192.0.2.7" }), data: { valid: false, code: "DISABLED" } },
  ]),
  ...casesOf("credits.commit", [
    { input: { reservationId: "rsv_1BzmjTFLHWXwiSK4y3H5iW", amount: 1 }, refused: "404 data/reservation_not_found" },
    { input: ({ kept }) => ({ reservationId: kept.reservationId, amount: -1 }), violations: ["body.amount"] },
    {
      input: ({ kept }) => ({ reservationId: kept.reservationId, amount: 2 }),
      data: { amount: 2, uncovered: 0, balances: { key: 7 } },
    },
    {
      input: ({ kept }) => ({ reservationId: kept.reservationId, amount: 3 }),
      refused: "409 data/reservation_already_committed",
    },
  ]),
  ...casesOf("keys.explainKey", [
    {
      input: ({ keyId }) => ({ keyId, permissions: "documents.read", ip: "192.0.2.1" }),
      data: { code: "VALID" },
    },
    {
      input: ({ key }) => ({ key, credits: { cost: 10 } }),
      data: { code: "USAGE_EXCEEDED" },
    },
    {
      input: ({ keyId }) => ({ keyId, ratelimits: [{ name: "requests", cost: 101 }] }),
      data: { code: "RATE_LIMITED" },
    },
    { input: { key: "nobody" }, data: { code: "NOT_FOUND" } },
    { input: { keyId: "key_1CAiZx1YPnJZtcPxTdBGPS" }, refused: "404 data/key_not_found" },
    {
      input: ({ keyId }) => ({ keyId, permissions: "a AND" }),
      refused: "400 application/permissions_query_syntax_error",
      violations: ["body.permissions"],
    },
  ]),
]
