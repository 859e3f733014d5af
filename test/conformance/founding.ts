import type { EngineName, TestWorkspace } from "../harness/harness.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { bearer, post } from "./exchange.ts"

/** The calls of the original requirements, on a server of its own that is there while the tests of the suite run. */
export function serveFounding(engine: EngineName) {
  const keyward = serveKeyward({ engine })
  const operator = () => ({ key: keyward.operatorKey })
  return {
    keyward,
    operator,
    listKeys: (key: string, body?: object) => post(keyward, "/v1/keys.listKeys", key, body),
    getIdentity: (key: string, body: object) => post(keyward, "/v1/identities.getIdentity", key, body),
    listIdentities: (key: string) => keyward.request("/v1/identities.listIdentities", { headers: bearer(key) }),
    createIdentity: (key: string, body: object) => post(keyward, "/v2/identities.createIdentity", key, body),
    whoami: (key: string) => post(keyward, "/v2/keys.whoami", key),
    disable: ({ workspaceId }: TestWorkspace, reason = "unpaid_billing") =>
      keyward.ok("workspaces.disableWorkspace", { workspaceId, reason }, operator()),
    enable: ({ workspaceId }: TestWorkspace) => keyward.ok("workspaces.enableWorkspace", { workspaceId }, operator()),
    /** A workspace with an API and the identity of User_1. */
    async furnish() {
      const workspace = await keyward.createWorkspace()
      const owner = { key: workspace.rootKey }
      const { apiId } = await keyward.ok("apis.createApi", { name: "payments" }, owner)
      const identity = { externalId: "User_1", meta: { plan: "pro" } }
      const { identityId } = await keyward.ok("identities.createIdentity", identity, owner)
      return {
        ...workspace,
        owner,
        apiId,
        identityId,
        createKey: (attributes: object = {}): Promise<ApiKey> =>
          keyward.ok("keys.createKey", { apiId, ...attributes }, owner),
        createRootKey: (attributes: object = {}): Promise<RootKey> =>
          keyward.ok("rootKeys.createRootKey", { permissions: ["*"], ...attributes }, owner),
      }
    },
  }
}

interface ApiKey {
  readonly keyId: string
  readonly key: string
}

interface RootKey {
  readonly rootKeyId: string
  readonly rootKey: string
}
