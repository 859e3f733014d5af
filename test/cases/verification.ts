import type { Case } from "./case.ts"

export const verification: readonly Case[] = [
  {
    operation: "keys.verifyKey",
    input: ({ key }) => ({ key, permissions: "documents.read AND (a OR documents.read)", tags: ["path=/x"] }),
    expected: "200",
    data: ({ keyId }) => ({ valid: true, code: "VALID", keyId, credits: 9, identity: { externalId: "user_42" } }),
  },
  {
    operation: "keys.verifyKey",
    input: ({ key }) => ({ key, credits: { cost: 10 } }),
    expected: "200",
    data: () => ({ valid: false, code: "USAGE_EXCEEDED", credits: 9 }),
  },
  {
    operation: "keys.verifyKey",
    input: ({ key }) => ({ key, ratelimits: [{ name: "requests", cost: 101 }] }),
    expected: "200",
    data: () => ({
      valid: false,
      code: "RATE_LIMITED",
      ratelimits: [{ name: "requests", exceeded: true, remaining: 100 }],
    }),
  },
  {
    operation: "keys.verifyKey",
    input: ({ key }) => ({ key, permissions: "documents.burn" }),
    expected: "200",
    data: () => ({ valid: false, code: "INSUFFICIENT_PERMISSIONS" }),
  },
  {
    operation: "keys.verifyKey",
    input: () => ({ key: "nobody" }),
    expected: "200",
    data: () => ({ valid: false, code: "NOT_FOUND" }),
  },
  {
    operation: "keys.verifyKey",
    input: ({ key }) => ({ key, permissions: "a AND" }),
    expected: "400 application/permissions_query_syntax_error",
    violations: ["body.permissions"],
  },
  {
    operation: "keys.verifyKey",
    input: ({ key }) => ({ key, ratelimits: [{ name: "unknown" }] }),
    expected: "412 application/precondition_failed",
  },
]
