import type { Case } from "./case.ts"

export const identities: readonly Case[] = [
  {
    operation: "identities.createIdentity",
    input: () => ({ externalId: "User_1", meta: { "any key": [true, { deep: null }] } }),
    expected: "200",
    keep: { identityId: "identityId" },
  },
  {
    operation: "identities.createIdentity",
    input: () => ({ externalId: "User_1" }),
    expected: "409 data/identity_already_exists",
  },
  {
    operation: "identities.getIdentity",
    input: ({ kept }) => ({ identityId: kept.identityId }),
    expected: "200",
    data: () => ({ externalId: "User_1", meta: { "any key": [true, { deep: null }] } }),
  },
  {
    operation: "identities.getIdentity",
    input: () => ({ externalId: "user_1" }),
    expected: "404 data/identity_not_found",
  },
  {
    operation: "identities.getIdentity",
    input: () => ({}),
    expected: "400 application/invalid_input",
    violations: ["body"],
  },
  {
    operation: "identities.updateIdentity",
    input: () => ({ identity: "User_1", meta: {}, ratelimits: [{ name: "requests", limit: 1, duration: 1000 }] }),
    expected: "200",
    data: () => ({ meta: {}, ratelimits: [{ name: "requests", limit: 1, duration: 1000, autoApply: false }] }),
  },
  {
    operation: "identities.updateIdentity",
    input: () => ({ identity: "User_1", ratelimits: [{ name: "requests", limit: 0, duration: 999 }] }),
    expected: "400 application/invalid_input",
    violations: ["body.ratelimits[0].duration", "body.ratelimits[0].limit"],
  },
  {
    operation: "identities.listIdentities",
    input: () => ({ search: "user_" }),
    expected: "200",
    data: () => [{ externalId: "user_42" }, { externalId: "User_1" }],
  },
  {
    operation: "identities.listIdentities",
    input: () => ({ limit: 101 }),
    expected: "400 application/invalid_input",
    violations: ["body.limit"],
  },
  { operation: "identities.deleteIdentity", input: () => ({ identity: "User_1" }), expected: "200", data: () => ({}) },
  {
    operation: "identities.deleteIdentity",
    input: () => ({ identity: "User_1" }),
    expected: "404 data/identity_not_found",
  },
]
