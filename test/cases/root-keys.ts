import type { Case } from "./case.ts"

export const rootKeys: readonly Case[] = [
  {
    operation: "rootKeys.createRootKey",
    input: () => ({ name: "CI", permissions: ["api.*.read_api"] }),
    expected: "200",
    keep: { rootKeyId: "rootKeyId" },
  },
  {
    operation: "rootKeys.createRootKey",
    input: () => ({ permissions: ["api.*.fly"] }),
    expected: "400 application/invalid_input",
    violations: ["body.permissions[0]"],
  },
  { operation: "rootKeys.getRootKey", expected: "200", data: ({ rootKeyId }) => ({ rootKeyId, permissions: ["*"] }) },
  {
    operation: "rootKeys.getRootKey",
    input: () => ({ rootKeyId: "rk_unknown" }),
    expected: "404 data/root_key_not_found",
  },
  {
    operation: "rootKeys.updateRootKey",
    input: ({ kept }) => ({ rootKeyId: kept.rootKeyId, name: null, enabled: false }),
    expected: "200",
    data: ({ kept }) => ({ rootKeyId: kept.rootKeyId, enabled: false }),
  },
  {
    operation: "rootKeys.updateRootKey",
    input: ({ rootKeyId }) => ({ rootKeyId, enabled: false }),
    expected: "412 application/precondition_failed",
  },
  { operation: "rootKeys.listRootKeys", input: () => ({ limit: 1 }), expected: "200", data: () => [{ enabled: true }] },
  { operation: "rootKeys.listRootKeys", as: "key", expected: "403 authorization/insufficient_permissions" },
  {
    operation: "rootKeys.rerollRootKey",
    input: ({ kept }) => ({ rootKeyId: kept.rootKeyId, expiration: 0 }),
    expected: "200",
  },
  {
    operation: "rootKeys.rerollRootKey",
    input: ({ kept }) => ({ rootKeyId: kept.rootKeyId, expiration: -1 }),
    expected: "400 application/invalid_input",
    violations: ["body.expiration"],
  },
  {
    operation: "rootKeys.createKey",
    input: () => ({ name: "Python", permissions: ["api.*.read_api"] }),
    expected: "200",
    keep: { keyId: "namedRootKeyId" },
  },
  {
    operation: "rootKeys.createKey",
    input: () => ({ permissions: [] }),
    expected: "400 application/invalid_input",
    violations: ["body.permissions"],
  },
  {
    operation: "rootKeys.listKeys",
    input: () => ({ limit: 1 }),
    expected: "200",
    data: ({ rootKeyId }) => [{ keyId: rootKeyId, name: null, end: "", expires: null }],
  },
  { operation: "rootKeys.listKeys", as: "key", expected: "403 authorization/insufficient_permissions" },
  {
    operation: "rootKeys.updateKey",
    input: ({ kept }) => ({ keyId: kept.namedRootKeyId, name: null, enabled: false }),
    expected: "200",
    data: () => ({}),
  },
  {
    operation: "rootKeys.updateKey",
    input: ({ rootKeyId }) => ({ keyId: rootKeyId, enabled: false }),
    expected: "412 application/precondition_failed",
  },
  {
    operation: "rootKeys.rerollKey",
    input: ({ kept }) => ({ keyId: kept.namedRootKeyId, expiration: 0 }),
    expected: "200",
  },
  {
    operation: "rootKeys.rerollKey",
    input: () => ({ keyId: "rk_unknown", expiration: 0 }),
    expected: "404 data/root_key_not_found",
  },
  {
    operation: "rootKeys.deleteKey",
    input: ({ kept }) => ({ keyId: kept.namedRootKeyId }),
    expected: "200",
    data: () => ({}),
  },
  {
    operation: "rootKeys.deleteKey",
    input: ({ kept }) => ({ keyId: kept.namedRootKeyId }),
    expected: "404 data/root_key_not_found",
  },
  {
    operation: "rootKeys.deleteRootKey",
    input: ({ kept }) => ({ rootKeyId: kept.rootKeyId }),
    expected: "200",
    data: () => ({}),
  },
  {
    operation: "rootKeys.deleteRootKey",
    input: ({ kept }) => ({ rootKeyId: kept.rootKeyId }),
    expected: "404 data/root_key_not_found",
  },
]
