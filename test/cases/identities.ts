import { type Case, casesOf } from "./case.ts"

export const identities: readonly Case[] = [
  ...casesOf("identities.createIdentity", [
    {
      input: { externalId: "User_1", meta: { "any key": [true, { deep: null }] } },
      keep: { identityId: "identityId" },
    },
    { input: { externalId: "User_1" }, refused: "409 data/identity_already_exists" },
  ]),
  ...casesOf("identities.getIdentity", [
    {
      input: ({ kept }) => ({ identityId: kept.identityId }),
      data: { externalId: "User_1", meta: { "any key": [true, { deep: null }] } },
    },
    { input: { externalId: "user_1" }, refused: "404 data/identity_not_found" },
    { input: {}, violations: ["body"] },
  ]),
  ...casesOf("identities.updateIdentity", [
    {
      input: { identity: "User_1", meta: {}, ratelimits: [{ name: "requests", limit: 1, duration: 1000 }] },
      data: { meta: {}, ratelimits: [{ name: "requests", limit: 1, duration: 1000, autoApply: false }] },
    },
    {
      input: { identity: "User_1", ratelimits: [{ name: "requests", limit: 0, duration: 999 }] },
      violations: ["body.ratelimits[0].duration", "body.ratelimits[0].limit"],
    },
  ]),
  ...casesOf("identities.updateCredits", [
    {
      input: { identity: "User_1", operation: "increment", value: 500, reference: "pi_1" },
      data: { remaining: 500, repeated: false },
    },
    {
      input: { identity: "User_1", operation: "increment", value: 501, reference: "pi_1" },
      refused: "409 data/reference_already_used",
    },
    { input: { identity: "User_1", operation: "increment" }, violations: ["body.value"] },
  ]),
  ...casesOf("identities.listIdentities", [
    { input: { search: "user_" }, data: [{ externalId: "user_42" }, { externalId: "User_1" }] },
    { input: { search: "User_1", countKeys: true }, data: [{ externalId: "User_1", keys: 0 }] },
    {
      input: { search: "user_", sort: "name", order: "desc", count: true, limit: 1 },
      data: [{ externalId: "user_42" }],
    },
    { input: { sort: "colour" }, violations: ["body.sort"] },
    { input: { limit: 101 }, violations: ["body.limit"] },
    { input: { countKeys: "yes" }, violations: ["body.countKeys"] },
  ]),
  ...casesOf("identities.deleteIdentity", [
    { input: { identity: "User_1" }, data: {} },
    { input: { identity: "User_1" }, refused: "404 data/identity_not_found" },
  ]),
]
