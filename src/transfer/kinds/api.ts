import type { Api } from "../../core/model.ts"
import { toWireApi } from "../../core/wire.ts"
import { apiLine } from "../entries.ts"
import { type ApiEntry, apiEntry } from "../format.ts"
import { findEach } from "../import-target.ts"
import { built, type Kind, standalone } from "./kind.ts"

export const apiKind: Kind<ApiEntry, Api> = {
  ...standalone,
  noun: "API",
  schema: apiEntry,
  adapt: (entry, { idOf }) => ({ ...entry, id: idOf(entry.id) }),
  listExisting: ({ reads, workspaceId }, entries) =>
    findEach(
      entries.map(({ id }) => id),
      (id) => reads.apis.find(workspaceId, id),
    ),
  lineOf: apiLine,
  comparable: (entry) => entry,
  build: ({ entry: { kind: _kind, ...entry }, session: { workspaceId } }) =>
    built({
      ...entry,
      workspaceId,
      defaultPrefix: entry.defaultPrefix ?? null,
      defaultBytes: entry.defaultBytes ?? null,
      updatedAt: entry.updatedAt ?? null,
    }),
  async insert(tx, _workspaceId, apis) {
    for (const api of apis) await tx.apis.insert(api)
  },
  eventOf: (api) => ({ type: "api.created", resources: [{ type: "api", id: api.id }], after: toWireApi(api) }),
  remember: ({ apis }, api) => apis.set(api.id, api),
}
