import { type Case, casesOf } from "./case.ts"

export const apis: readonly Case[] = [
  ...casesOf("apis.createApi", [
    { input: { name: "Shipping" }, keep: { apiId: "apiId" } },
    { input: { name: "Other", defaultBytes: 1 }, violations: ["body.defaultBytes"] },
    { as: "stranger", input: { name: "x" }, refused: "401 authentication/key_not_found" },
  ]),
  ...casesOf("apis.updateApi", [
    {
      input: ({ kept }) => ({
        apiId: kept.apiId,
        defaultPrefix: "ship",
        deleteProtection: true,
        ipAllowlist: ["10.0.0.9/8"],
      }),
      data: { defaultPrefix: "ship", deleteProtection: true, ipAllowlist: ["10.0.0.0/8"] },
    },
    { input: ({ kept }) => ({ apiId: kept.apiId, ipAllowlist: ["10.0.0.0/99"] }), violations: ["body.ipAllowlist[0]"] },
  ]),
  ...casesOf("apis.getApi", [
    { input: ({ kept }) => ({ apiId: kept.apiId }), data: { name: "Shipping" } },
    { input: { apiId: "api_unknown" }, refused: "404 data/api_not_found" },
  ]),
  ...casesOf("apis.listApis", [
    { input: { limit: 1 }, data: [{ name: "Payments" }] },
    { input: { cursor: "!" }, violations: ["body.cursor"] },
  ]),
  ...casesOf("apis.listKeys", [
    {
      input: ({ apiId }) => ({ apiId, externalId: "user_42" }),
      data: ({ keyId }) => [{ keyId, identity: { externalId: "user_42" } }],
    },
    { input: { apiId: "api_unknown" }, refused: "404 data/api_not_found" },
  ]),
  ...casesOf("apis.deleteApi", [
    {
      input: ({ kept }) => ({ apiId: kept.apiId }),
      refused: "412 application/protected_resource",
    },
  ]),
  ...casesOf("apis.updateApi", [{ input: ({ kept }) => ({ apiId: kept.apiId, deleteProtection: false }) }]),
  ...casesOf("apis.deleteApi", [
    { input: ({ kept }) => ({ apiId: kept.apiId }), data: {} },
    { input: ({ kept }) => ({ apiId: kept.apiId }), refused: "404 data/api_not_found" },
  ]),
]
