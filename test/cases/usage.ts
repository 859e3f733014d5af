import { casesOf } from "./case.ts"

const january = { from: Date.UTC(2026, 0, 1), to: Date.UTC(2026, 0, 3), interval: "day" }
const empty = { from: january.from, to: january.to, times: [january.from, january.from + 86_400_000], total: 0 }

export const usage = [
  ...casesOf("usage.getVerifications", [
    {
      input: ({ apiId, keyId }) => ({ ...january, apiId, keyIds: [keyId], groupBy: ["key", "code"], limit: 5 }),
      data: { ...empty, groups: [], credits: 0 },
    },
    {
      input: ({ identityId }) => ({ ...january, identities: [identityId], groupBy: ["identity"] }),
      data: { ...empty, groups: [], credits: 0 },
    },
    { input: { ...january, identity: "nobody" }, refused: "404 data/identity_not_found" },
    { input: { ...january, identities: ["nobody"] }, refused: "404 data/identity_not_found" },
    { input: { ...january, identity: "a", identities: ["b"] }, violations: ["body.identities"] },
    {
      input: { ...january, interval: "week", groupBy: ["colour"], limit: 0 },
      violations: ["body.groupBy[0]", "body.interval", "body.limit"],
    },
  ]),
  ...casesOf("usage.listVerifications", [
    { input: { since: january.from, until: january.to, codes: ["VALID"], tag: "a", limit: 5 }, data: [] },
    { input: { keyId: "key_unknown" }, refused: "404 data/key_not_found" },
    { input: { codes: ["MAYBE"], limit: 0 }, violations: ["body.codes[0]", "body.limit"] },
  ]),
  ...casesOf("usage.listUsage", [
    {
      input: ({ apiId, identityId }) => ({
        ...{ from: january.from, to: january.to, previousFrom: january.from - 86_400_000, previousTo: january.from },
        ...{ groupBy: "identity", sort: "creditsChange", order: "asc", apiId, identity: identityId, limit: 5 },
      }),
      data: [],
    },
    { input: { apiId: "api_unknown" }, refused: "404 data/api_not_found" },
    { input: { identity: "nobody" }, refused: "404 data/identity_not_found" },
    { input: { previousFrom: january.from }, violations: ["body.previousTo"] },
    { input: { sort: "creditsChange" }, violations: ["body.sort"] },
    {
      input: { groupBy: "colour", sort: "name", order: "up", limit: 0 },
      violations: ["body.groupBy", "body.limit", "body.order", "body.sort"],
    },
  ]),
  ...casesOf("usage.getIncident", [
    {
      input: ({ keyId }) => ({ keyId, from: january.from, to: january.to }),
      data: { from: january.from, to: january.to, interval: "hour", refusals: [], changes: [] },
    },
    { input: { identity: "nobody", from: january.from, to: january.to }, refused: "404 data/identity_not_found" },
    { input: { keyId: "key_unknown", from: january.from, to: january.to }, refused: "404 data/key_not_found" },
    { input: ({ keyId }) => ({ keyId, from: january.to, to: january.from }), violations: ["body.to"] },
    {
      input: ({ keyId }) => ({ keyId, from: january.from, to: january.from + 32 * 86_400_000 }),
      violations: ["body.from"],
    },
    { input: { from: january.from }, violations: ["body"] },
  ]),
  ...casesOf("usage.getRatelimits", [
    {
      input: { ...january, namespace: "email", groupBy: ["identifier", "outcome"] },
      data: { ...empty, groups: [] },
    },
    { input: { ...january, namespace: "unknown" }, refused: "404 data/ratelimit_namespace_not_found" },
    { input: { namespace: "email", from: -1 }, violations: ["body.from"] },
  ]),
]
