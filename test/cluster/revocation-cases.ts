import { operatorKey } from "../crash/node.ts"
import type { ApiRequest } from "./ask.ts"
import type { Workspace } from "./cluster.ts"
import { type Revocation, type Stage, shown } from "./revocation.ts"

const short = "INSUFFICIENT_PERMISSIONS"
export const minute = 60_000

interface Made {
  readonly stage: Stage
  readonly keyId: string
  readonly key: string
  readonly apiId: string
}

/** A VALID key, and a change after which it has another code. */
export function ofKey(
  [by, what]: readonly [by: string, what: string],
  after: string,
  change: (made: Made) => unknown,
  more: {
    readonly body?: (stage: Stage) => object
    readonly verification?: (stage: Stage) => object
    readonly as?: (made: Made) => string
    readonly first?: (stage: Stage) => Promise<unknown>
  } = {},
): Revocation {
  return {
    by,
    what,
    async prepare(stage) {
      const { rootKey } = stage.workspace
      await more.first?.(stage)
      const { apiId } = await stage.call("apis.createApi", { name: stage.serial })
      const { keyId, key } = await stage.call("keys.createKey", { apiId, ...more.body?.(stage) })
      const made = { stage, keyId, key, apiId }
      return {
        look: { operation: "keys.verifyKey", body: { key, ...more.verification?.(stage) }, key: rootKey },
        before: "VALID",
        after,
        revoke: { operation: by, body: change(made), key: more.as?.(made) ?? rootKey },
        outcome: "200",
        show: shown,
      }
    },
  }
}

export const ofRole = (what: readonly [string, string], change: (made: Made) => unknown) =>
  ofKey(what, short, change, {
    first: async ({ call, serial }) => {
      await call("permissions.createRole", { name: serial })
      await call("permissions.setRolePermissions", { role: serial, permissions: [`docs.${serial}`] })
    },
    body: ({ serial }) => ({ roles: [serial] }),
    verification: ({ serial }) => ({ permissions: `docs.${serial}` }),
  })
export const ofPermission = (what: readonly [string, string], change: (made: Made) => unknown) =>
  ofKey(what, short, change, {
    body: ({ serial }) => ({ permissions: [`docs.${serial}`] }),
    verification: ({ serial }) => ({ permissions: `docs.${serial}` }),
  })
export const ofIdentity = (what: readonly [string, string], after: string, change: (made: Made) => unknown) =>
  ofKey(what, after, change, { body: ({ serial }) => ({ externalId: serial }) })

/** A secret of a key with two, and a change that ends it. */
export function ofRotation(by: string, secret: "previous" | "new"): Revocation {
  return {
    by,
    what: `the ${secret} secret of a rotation`,
    async prepare({ call, workspace }) {
      const { keyId, key: previous } = await call("keys.createKey", { apiId: workspace.apiId })
      const { key } = await call("keys.rotateKey", { keyId, overlap: 3_600_000 })
      const isSelf = by === "keys.revokeSelf"
      const body = isSelf ? {} : by === "keys.rotateKey" ? { keyId, overlap: 0 } : { keyId }
      return {
        look: { operation: "keys.verifyKey", body: { key: secret === "new" ? key : previous }, key: workspace.rootKey },
        before: "VALID",
        after: "EXPIRED",
        revoke: { operation: by, body, key: isSelf ? previous : workspace.rootKey },
        outcome: "200",
        show: shown,
      }
    },
  }
}

/** A root key that may verify, and a change after which it may not. */
export function ofRootKey(by: string, what: string, after: string, change: object): Revocation {
  return {
    by,
    what,
    async prepare({ call, workspace }) {
      const { key } = await call("keys.createKey", { apiId: workspace.apiId })
      const { rootKeyId, rootKey } = await call("rootKeys.createRootKey", { permissions: ["api.*.verify_key"] })
      // The operations for published Unkey clients call this id `keyId`.
      const named = by.endsWith("RootKey") ? { rootKeyId } : { keyId: rootKeyId }
      return {
        look: { operation: "keys.verifyKey", body: { key }, key: rootKey },
        before: "VALID",
        after,
        revoke: { operation: by, body: { ...named, ...change }, key: workspace.rootKey },
        outcome: "200",
        show: shown,
      }
    },
  }
}

interface WorkspaceCase {
  readonly by: string
  readonly what: string
  readonly before?: string
  readonly after: string
  readonly outcome?: string
  readonly limits?: object
  readonly first?: readonly (readonly [operation: string, body: object])[]
  readonly look?: (workspace: Workspace, key: string) => Pick<ApiRequest, "operation" | "body">
  readonly revoke: (
    workspace: Workspace,
    key: string,
  ) => Pick<ApiRequest, "operation" | "body"> & { readonly key?: string }
}

/** A new workspace with a key. */
export function ofWorkspace({
  by,
  what,
  before = "VALID",
  after,
  outcome = "200",
  ...more
}: WorkspaceCase): Revocation {
  return {
    by,
    what,
    async prepare({ call, createWorkspace }) {
      const workspace = await createWorkspace()
      const { workspaceId, rootKey, apiId } = workspace
      const { key } = await call("keys.createKey", { apiId }, rootKey)
      if (more.limits) await call("workspaces.updateWorkspace", { workspaceId, limits: more.limits }, operatorKey)
      for (const [operation, body] of more.first ?? []) await call(operation, { workspaceId, ...body }, operatorKey)
      const look = more.look?.(workspace, key) ?? { operation: "keys.verifyKey", body: { key } }
      const revoke = { key: rootKey, ...more.revoke(workspace, key) }
      return { look: { ...look, key: rootKey }, before, after, revoke, outcome, show: shown }
    },
  }
}
export const byOperator = (operation: string, body: object) => (workspace: Workspace) => ({
  operation,
  body: { workspaceId: workspace.workspaceId, ...body },
  key: operatorKey,
})

/** A namespace whose limit lets an identifier pass or not. */
export function ofNamespace(
  by: string,
  [before, after]: readonly [before: string, after: string],
  override: number | undefined,
  change: (namespace: string) => object,
): Revocation {
  return {
    by,
    what: "a limit",
    async prepare({ call, serial, workspace: { rootKey } }) {
      const body = { namespace: serial, identifier: "caller", limit: 1_000_000, duration: minute }
      await call("ratelimit.limit", { ...body, cost: 0 })
      if (override !== undefined) await call("ratelimit.setOverride", { ...body, limit: override })
      return {
        look: { operation: "ratelimit.limit", body, key: rootKey },
        before,
        after,
        revoke: { operation: by, body: change(serial), key: rootKey },
        outcome: "200",
        show: shown,
      }
    },
  }
}
