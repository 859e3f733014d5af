import type { EngineName, Reply, TestServer, TestWorkspace } from "../harness.ts"
import { serveKeyward } from "../serve-keyward.ts"
import { bearer, post } from "./exchange.ts"

/** What the founding document speaks of: its four calls, a workspace that is disabled, and keys in every state. */
export interface Founding {
  post(path: string, key: string, body?: unknown): Promise<Reply>
  listKeys(key: string): Promise<Reply>
  getIdentity(key: string, body: object): Promise<Reply>
  listIdentities(key: string): Promise<Reply>
  createIdentity(key: string, body: object): Promise<Reply>
  disable(workspace: TestWorkspace, reason?: string): Promise<unknown>
  enable(workspace: TestWorkspace): Promise<unknown>
  /** A workspace with an API and the identity of User_1. */
  furnish(): Promise<Furnished>
  /** The same, with a root key and an API key in every state that a key can have. */
  furnishWithKeys(): Promise<FurnishedWithKeys>
}

interface RootKey {
  readonly rootKeyId: string
  readonly rootKey: string
}

interface ApiKey {
  readonly keyId: string
  readonly key: string
}

interface Furnished extends TestWorkspace {
  readonly owner: { readonly key: string }
  readonly apiId: string
  readonly identityId: string
  createKey(attributes?: object): Promise<ApiKey>
  createRootKey(attributes?: object): Promise<RootKey>
}

interface FurnishedWithKeys extends Furnished {
  readonly rootKeys: Readonly<Record<"enabled" | "disabled" | "expired", RootKey>>
  readonly apiKeys: Readonly<Record<"enabled" | "disabled" | "expired", ApiKey>>
}

/** On a server of its own, which is there while the tests of the suite run. */
export function serveFounding(engine: EngineName, environment: Readonly<Record<string, string>> = {}) {
  const server = serveKeyward({ engine, environment })
  const keyward = () => server
  return { ...founding(keyward), keyward, operator: () => ({ key: server.operatorKey }) }
}

/** The server is asked for at each call, because a suite starts it after it was declared. */
function founding(server: () => TestServer): Founding {
  const asOperator = (operation: string, body: object) => server().ok(operation, body, { key: server().operatorKey })
  const furnish = async (): Promise<Furnished> => {
    const workspace = await server().createWorkspace()
    const owner = { key: workspace.rootKey }
    const { apiId } = await server().ok("apis.createApi", { name: "payments" }, owner)
    const identity = { externalId: "User_1", meta: { plan: "pro" } }
    const { identityId } = await server().ok("identities.createIdentity", identity, owner)
    return {
      ...workspace,
      owner,
      apiId,
      identityId,
      createKey: (attributes = {}) => server().ok("keys.createKey", { apiId, ...attributes }, owner),
      createRootKey: (attributes = {}) =>
        server().ok("rootKeys.createRootKey", { permissions: ["*"], ...attributes }, owner),
    }
  }
  return {
    post: (path, key, body) => post(server(), path, key, body),
    listKeys: (key) => post(server(), "/v1/keys.listKeys", key),
    getIdentity: (key, body) => post(server(), "/v1/identities.getIdentity", key, body),
    listIdentities: (key) => server().request("/v1/identities.listIdentities", { headers: bearer(key) }),
    createIdentity: (key, body) => post(server(), "/v2/identities.createIdentity", key, body),
    disable: ({ workspaceId }, reason = "unpaid_billing") =>
      asOperator("workspaces.disableWorkspace", { workspaceId, reason }),
    enable: ({ workspaceId }) => asOperator("workspaces.enableWorkspace", { workspaceId }),
    furnish,
    async furnishWithKeys() {
      const furnished = await furnish()
      const { createKey, createRootKey } = furnished
      return {
        ...furnished,
        rootKeys: {
          enabled: await createRootKey(),
          disabled: await createRootKey({ enabled: false }),
          expired: await createRootKey({ expires: 1 }),
        },
        apiKeys: {
          enabled: await createKey({ externalId: "User_1" }),
          disabled: await createKey({ enabled: false }),
          expired: await createKey({ expires: 1 }),
        },
      }
    },
  }
}
