import { z } from "zod"
import { apiName } from "../../contract/api.ts"
import { ipAllowlist } from "../../contract/ip-allowlist.ts"
import { byteLength } from "../../contract/key.ts"
import { keyPrefix } from "../../contract/primitives.ts"
import type { Api } from "../../core/model.ts"
import { withNulls, withoutNulls } from "../../core/nulls.ts"
import { created } from "../../core/object-events.ts"
import { toWireApi } from "../../core/wire.ts"
import { findEach } from "../import-target.ts"
import { idSchema, times } from "../line-fields.ts"
import { built, insertEach, type Kind, readPages, standalone } from "./kind.ts"

const schema = z.strictObject({
  kind: z.literal("api"),
  id: idSchema("api"),
  name: apiName,
  defaultPrefix: keyPrefix.optional(),
  defaultBytes: byteLength.optional(),
  deleteProtection: z.boolean(),
  ipAllowlist,
  ...times,
})

export const apiKind: Kind<z.infer<typeof schema>, Api> = {
  ...standalone,
  name: "api",
  nouns: ["API", "APIs"],
  schema,
  read: (reads, workspaceId) => readPages((page) => reads.apis.list(workspaceId, page)),
  lineOf: ({ workspaceId: _workspaceId, ipAllowlist, ...api }) => ({
    kind: "api",
    ...withoutNulls(api),
    ipAllowlist: [...ipAllowlist],
  }),
  listExisting: ({ reads, workspaceId }, ids) => findEach(ids, (id) => reads.apis.find(workspaceId, id)),
  build: ({ entry: { kind: _kind, ...entry }, session: { workspaceId } }) =>
    built({ ...withNulls(entry, "defaultPrefix", "defaultBytes", "updatedAt"), workspaceId }),
  insert: insertEach((tx, api) => tx.apis.insert(api)),
  eventOf: (api) => created("api", api.id, toWireApi(api)),
  remember: ({ apis }, api) => apis.set(api.id, api),
}
