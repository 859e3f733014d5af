import { beforeEach } from "bun:test"
import { newHash } from "../transfer/hashes.ts"
import { createApi, createKey } from "./fixtures.ts"
import type { EngineName, TestWorkspace } from "./harness.ts"
import { serveKeyward } from "./serve-keyward.ts"

/** A server, and before each test a new workspace with an API, whose limits the test sets. */
export function serveQuota(engine: EngineName) {
  const keyward = serveKeyward({ engine })
  let own: TestWorkspace
  let apiId: string
  beforeEach(async () => {
    own = await keyward.createWorkspace()
    apiId = await createApi(keyward, own.rootKey)
  })
  const owner = () => ({ key: own.rootKey })
  const ofOwn = (operation: string, body: object = {}) =>
    keyward.ok(`workspaces.${operation}`, { workspaceId: own.workspaceId, ...body }, keyward.operator)
  return {
    keyward,
    owner,
    apiId: () => apiId,
    workspaceId: () => own.workspaceId,
    limit: (limits: object) => ofOwn("updateWorkspace", { limits }),
    enable: () => ofOwn("enableWorkspace"),
    workspace: () => ofOwn("getWorkspace"),
    call: (operation: string, body: object = {}) => keyward.call(operation, body, owner()),
    ok: (operation: string, body: object = {}) => keyward.ok(operation, body, owner()),
    make: (attributes: object = {}) => createKey(keyward, { apiId, ...attributes }, own.rootKey),
    count: async (operation: string): Promise<number> => (await keyward.ok(operation, {}, owner())).length,
    /** A body of keys.migrateKeys with a key for each name; an empty name means no identity. */
    imported: (...names: readonly string[]) => ({
      apiId,
      keys: names.map((externalId) => ({ hash: newHash(), ...(externalId !== "" && { externalId }) })),
    }),
  }
}

export function inAll<T>(times: number, work: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: times }, (_, index) => work(index)))
}
