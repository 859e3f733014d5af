import { z } from "zod"
import { portalFields } from "../../contract/portal.ts"
import { withNulls, withoutNulls } from "../../core/nulls.ts"
import type { Portal } from "../../core/portal.ts"
import { portalInEvent } from "../../operations/shared/portal/portal-configuration.ts"
import { sha256 } from "../../secrets/hash.ts"
import { findEach } from "../import-target.ts"
import { idSchema, times } from "../line-fields.ts"
import { built, insertEach, type Kind, standalone } from "./kind.ts"

/** Sessions stay behind: the links of one installation lead to no other. */
const schema = z.strictObject({
  kind: z.literal("portal"),
  id: idSchema("ptl"),
  rules: z.strictObject({
    enabled: portalFields.enabled,
    apis: z.array(idSchema("api")).max(20),
    actions: portalFields.actions,
    permissions: portalFields.permissions,
    permissionsFrom: portalFields.permissionsFrom,
    maxKeys: portalFields.maxKeys,
    expiry: portalFields.expiry.optional(),
    returnOrigins: portalFields.returnOrigins,
    frameAncestors: portalFields.returnOrigins,
  }),
  look: z.strictObject({
    name: portalFields.name.optional(),
    accent: portalFields.accent.optional(),
    logo: portalFields.logo.optional(),
    logoDark: portalFields.logo.optional(),
    docsUrl: portalFields.docsUrl.optional(),
    supportUrl: portalFields.docsUrl.optional(),
    texts: portalFields.texts.optional(),
  }),
  ...times,
})

type Line = z.infer<typeof schema>

export const portalKind: Kind<Line, Portal> = {
  ...standalone,
  name: "portal",
  nouns: ["portal", "portals"],
  schema,
  /** An API that was deleted since has no line that the portal could refer to. */
  async *read(reads, workspaceId) {
    const portal = await reads.portals.find(workspaceId)
    if (portal === undefined) return
    const apis = await findEach(portal.rules.apis, (id) => reads.apis.find(workspaceId, id))
    yield [{ ...portal, rules: { ...portal.rules, apis: apis.map(({ id }) => id) } }]
  },
  lineOf: ({ workspaceId: _workspaceId, rules, look, ...portal }) => ({
    kind: "portal",
    ...withoutNulls(portal),
    rules: schema.shape.rules.parse(withoutNulls(rules)),
    look: schema.shape.look.parse(withoutNulls(look)),
  }),
  adapt: (entry, { idOf, referenceTo }) => ({
    ...entry,
    id: idOf(entry.id),
    rules: { ...entry.rules, apis: entry.rules.apis.map(referenceTo) },
  }),
  references: ({ rules: { apis } }) => ({ apis }),
  claims: () => ["portal"],
  async listExisting({ reads, workspaceId }, ids) {
    const portal = await reads.portals.find(workspaceId)
    return portal !== undefined && ids.includes(portal.id) ? [portal] : []
  },
  /** A workspace has one portal, and it keeps its own. */
  async listConflicts({ reads, workspaceId }, entries) {
    const existing = await reads.portals.find(workspaceId)
    if (existing === undefined) return new Map()
    const conflict = { reason: "the workspace has a portal already", substitute: existing }
    return new Map(entries.map(({ id }) => [id, conflict]))
  },
  content: ({ rules, look }) => ({ rules, look }),
  build: ({ entry: { kind: _kind, rules, look, ...entry }, session: { workspaceId } }) =>
    built({
      ...withNulls(entry, "updatedAt"),
      workspaceId,
      rules: withNulls(rules, "expiry"),
      look: withNulls(look, "name", "accent", "logo", "logoDark", "docsUrl", "supportUrl", "texts"),
    }),
  insert: insertEach((tx, portal) => tx.portals.put(portal)),
  eventOf: (portal) => ({
    type: "portal.updated",
    resources: [{ type: "portal", id: portal.id }],
    changes: { before: {}, after: portalInEvent(portal, sha256) },
  }),
}
