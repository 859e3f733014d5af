import type { Case } from "./case.ts"

export const apis: readonly Case[] = [
  { operation: "apis.createApi", input: () => ({ name: "Shipping" }), expected: "200", keep: { apiId: "apiId" } },
  {
    operation: "apis.createApi",
    input: () => ({ name: "x" }),
    expected: "400 application/invalid_input",
    violations: ["body.name"],
  },
  {
    operation: "apis.createApi",
    as: "stranger",
    input: () => ({ name: "x" }),
    expected: "401 authentication/key_not_found",
  },
  {
    operation: "apis.updateApi",
    input: ({ kept }) => ({
      apiId: kept.apiId,
      defaultPrefix: "ship",
      deleteProtection: true,
      ipAllowlist: ["10.0.0.9/8"],
    }),
    expected: "200",
    data: () => ({ defaultPrefix: "ship", deleteProtection: true, ipAllowlist: ["10.0.0.0/8"] }),
  },
  {
    operation: "apis.updateApi",
    input: ({ kept }) => ({ apiId: kept.apiId, ipAllowlist: ["10.0.0.0/99"] }),
    expected: "400 application/invalid_input",
    violations: ["body.ipAllowlist[0]"],
  },
  {
    operation: "apis.getApi",
    input: ({ kept }) => ({ apiId: kept.apiId }),
    expected: "200",
    data: () => ({ name: "Shipping" }),
  },
  { operation: "apis.getApi", input: () => ({ apiId: "api_unknown" }), expected: "404 data/api_not_found" },
  { operation: "apis.listApis", input: () => ({ limit: 1 }), expected: "200", data: () => [{ name: "Payments" }] },
  {
    operation: "apis.listApis",
    input: () => ({ cursor: "!" }),
    expected: "400 application/invalid_input",
    violations: ["body.cursor"],
  },
  {
    operation: "apis.listKeys",
    input: ({ apiId }) => ({ apiId, externalId: "user_42" }),
    expected: "200",
    data: ({ keyId }) => [{ keyId, identity: { externalId: "user_42" } }],
  },
  { operation: "apis.listKeys", input: () => ({ apiId: "api_unknown" }), expected: "404 data/api_not_found" },
  {
    operation: "apis.deleteApi",
    input: ({ kept }) => ({ apiId: kept.apiId }),
    expected: "412 application/protected_resource",
  },
  {
    operation: "apis.updateApi",
    input: ({ kept }) => ({ apiId: kept.apiId, deleteProtection: false }),
    expected: "200",
  },
  { operation: "apis.deleteApi", input: ({ kept }) => ({ apiId: kept.apiId }), expected: "200", data: () => ({}) },
  { operation: "apis.deleteApi", input: ({ kept }) => ({ apiId: kept.apiId }), expected: "404 data/api_not_found" },
]
