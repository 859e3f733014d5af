import { type Case, casesOf } from "./case.ts"

export const rootKeys: readonly Case[] = [
  ...casesOf("rootKeys.createRootKey", [
    { input: { name: "CI", permissions: ["api.*.read_api"] }, keep: { rootKeyId: "rootKeyId" } },
    { input: { permissions: ["api.*.fly"] }, violations: ["body.permissions[0]"] },
  ]),
  ...casesOf("rootKeys.getRootKey", [
    { data: ({ rootKeyId }) => ({ rootKeyId, permissions: ["*"] }) },
    { input: { rootKeyId: "rk_unknown" }, refused: "404 data/root_key_not_found" },
  ]),
  ...casesOf("rootKeys.updateRootKey", [
    {
      input: ({ kept }) => ({ rootKeyId: kept.rootKeyId, name: null, enabled: false }),
      data: ({ kept }) => ({ rootKeyId: kept.rootKeyId, enabled: false }),
    },
    { input: ({ rootKeyId }) => ({ rootKeyId, enabled: false }), refused: "412 application/precondition_failed" },
  ]),
  ...casesOf("rootKeys.listRootKeys", [
    { input: { limit: 1 }, data: [{ enabled: true }] },
    { as: "key", refused: "403 authorization/insufficient_permissions" },
  ]),
  ...casesOf("rootKeys.rerollRootKey", [
    { input: ({ kept }) => ({ rootKeyId: kept.rootKeyId, expiration: 0 }) },
    { input: ({ kept }) => ({ rootKeyId: kept.rootKeyId, expiration: -1 }), violations: ["body.expiration"] },
  ]),
  ...casesOf("rootKeys.createKey", [
    { input: { name: "Python", permissions: ["api.*.read_api"] }, keep: { keyId: "namedRootKeyId" } },
    { input: { permissions: [] }, violations: ["body.permissions"] },
  ]),
  ...casesOf("rootKeys.listKeys", [
    { input: { limit: 1 }, data: ({ rootKeyId }) => [{ keyId: rootKeyId, name: null, end: "", expires: null }] },
    { as: "key", refused: "403 authorization/insufficient_permissions" },
  ]),
  ...casesOf("rootKeys.updateKey", [
    { input: ({ kept }) => ({ keyId: kept.namedRootKeyId, name: null, enabled: false }), data: {} },
    {
      input: ({ rootKeyId }) => ({ keyId: rootKeyId, enabled: false }),
      refused: "412 application/precondition_failed",
    },
  ]),
  ...casesOf("rootKeys.rerollKey", [
    { input: ({ kept }) => ({ keyId: kept.namedRootKeyId, expiration: 0 }) },
    { input: { keyId: "rk_unknown", expiration: 0 }, refused: "404 data/root_key_not_found" },
  ]),
  ...casesOf("rootKeys.deleteKey", [
    { input: ({ kept }) => ({ keyId: kept.namedRootKeyId }), data: {} },
    { input: ({ kept }) => ({ keyId: kept.namedRootKeyId }), refused: "404 data/root_key_not_found" },
  ]),
  ...casesOf("rootKeys.deleteRootKey", [
    { input: ({ kept }) => ({ rootKeyId: kept.rootKeyId }), data: {} },
    { input: ({ kept }) => ({ rootKeyId: kept.rootKeyId }), refused: "404 data/root_key_not_found" },
  ]),
]
