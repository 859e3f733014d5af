import { z } from "zod"
import { fault } from "../contract/errors.ts"
import { portal, portalFields, portalTexts } from "../contract/portal.ts"
import { itselfWhenDisabled } from "../contract/touches.ts"
import { changesBetween } from "../core/changes.ts"
import { isIdShaped } from "../core/id-shape.ts"
import { keyLinkGrants } from "../core/key-link-grants.ts"
import { updated } from "../core/object-events.ts"
import { defaultLook, defaultRules, type PortalLook, type PortalRules } from "../core/portal.ts"
import type { MutationContext } from "./context.ts"
import { mutation } from "./operation.ts"
import { permissionCreation, resolvePermissions } from "./shared/permissions/resolve-permissions.ts"
import { actionRights, rightsForActions } from "./shared/portal/action-rights.ts"
import { currentPortal, portalInEvent, toWirePortal } from "./shared/portal/portal-configuration.ts"

const removal = "null removes it."
const ruleFields = {
  enabled: portalFields.enabled.optional().describe(portalTexts.enabled),
  apis: portalFields.apis.nullable().optional().describe(`${portalTexts.apis} They replace the old list. null: none.`),
  actions: portalFields.actions
    .nullable()
    .optional()
    .describe(`${portalTexts.actions} They replace the old list. null: all but \`restrict\`.`),
  permissions: portalFields.permissions
    .nullable()
    .optional()
    .describe(`${portalTexts.permissions} They replace the old list. An unknown slug is created. null: none.`),
  permissionsFrom: portalFields.permissionsFrom
    .nullable()
    .optional()
    .describe(`${portalTexts.permissionsFrom} null: \`plan\`.`),
  maxKeys: portalFields.maxKeys.nullable().optional().describe(`${portalTexts.maxKeys} null: 20.`),
  expiry: portalFields.expiry.nullable().optional().describe(`${portalTexts.expiry} ${removal}`),
  returnOrigins: portalFields.returnOrigins
    .nullable()
    .optional()
    .describe(`${portalTexts.returnOrigins} They replace the old list. null: none.`),
  frameAncestors: portalFields.returnOrigins
    .nullable()
    .optional()
    .describe(`${portalTexts.frameAncestors} They replace the old list. null: none.`),
}
const lookFields = {
  name: portalFields.name.nullable().optional().describe(`${portalTexts.name} ${removal}`),
  accent: portalFields.accent.nullable().optional().describe(`${portalTexts.accent} ${removal}`),
  logo: portalFields.logo.nullable().optional().describe(`${portalTexts.logo} ${removal}`),
  logoDark: portalFields.logo.nullable().optional().describe(`${portalTexts.logoDark} ${removal}`),
  docsUrl: portalFields.docsUrl.nullable().optional().describe(`${portalTexts.docsUrl} ${removal}`),
  supportUrl: portalFields.docsUrl.nullable().optional().describe(`${portalTexts.supportUrl} ${removal}`),
  texts: portalFields.texts
    .nullable()
    .optional()
    .describe(`${portalTexts.texts} They replace all old texts. ${removal}`),
}
const input = z.strictObject({ ...ruleFields, ...lookFields })

type UpdateContext = MutationContext<z.infer<typeof input>>

export const updatePortal = mutation({
  name: "portal.updatePortal",
  title: "Configure the portal",
  summary:
    "Configure the portal, for all its sessions at once. Fields that you leave out stay, and null removes a value.",
  touches: itselfWhenDisabled,
  needs: ["portal.*.update_portal"],
  mayNeed: [...actionRights, keyLinkGrants.addPermission, permissionCreation],
  input,
  output: portal,
  errors: ["data/api_not_found", "data/permission_not_found", "application/precondition_failed"],
  example: { enabled: true, name: "Acme", maxKeys: 10 },
  async run(context) {
    const { input, workspace, tx, vault, mint, now, browser } = context
    const before = await currentPortal(tx, workspace.id)
    const rules = changed<PortalRules>(before.rules, defaultRules, pick(input, ruleFields))
    const look = changed<PortalLook>(before.look, defaultLook, pick(input, lookFields))
    const page = browser().portal
    if (rules.frameAncestors.length > 0 && !page.hasOwnOrigin) throw notEmbeddable()
    for (const id of input.apis ?? []) {
      if ((await tx.apis.find(workspace.id, id)) === undefined) throw fault("data/api_not_found")
    }
    await authorize(context, rules)
    const changes = changesBetween(portalInEvent(before, vault.hash), portalInEvent({ rules, look }, vault.hash))
    const shown = { workspace, url: page.urlOf(workspace.id) }
    if (changes === undefined) return toWirePortal(before, shown)
    const { createdAt } = before
    const times = { createdAt: createdAt ?? now, updatedAt: createdAt && now }
    const after = { id: before.id ?? mint.id("ptl"), workspaceId: workspace.id, rules, look, ...times }
    await tx.portals.put(after)
    tx.record({ ...updated("portal", after.id, changes), workspaceId: workspace.id })
    return toWirePortal(after, shown)
  },
})

/** Nobody gives customers what they lack. Only to switch the portal off, a caller needs nothing more. */
async function authorize(context: UpdateContext, rules: PortalRules): Promise<void> {
  const { input, workspace, tx, mint, grant, grantAlso, grantNothing } = context
  const isOff = input.enabled === false && Object.keys(input).length === 1
  if (isOff) return grantNothing()
  if (rules.apis.length > 0) grant({ apiId: rules.apis }, ...rightsForActions(rules.actions))
  if (rules.permissions.length === 0) return
  grantAlso(keyLinkGrants.addPermission)
  const slugs = rules.permissions.map(({ slug }) => slug)
  if (slugs.some((slug) => isIdShaped("perm", slug))) throw fault("data/permission_not_found")
  await resolvePermissions({ tx, workspace, mint, authorizeCreation: () => grantAlso(permissionCreation) }, slugs)
}

type Patch<Settings> = { readonly [Field in keyof Settings]?: Settings[Field] | null | undefined }

/** An absent field stays, and null is what it was before the first change. */
function changed<Settings extends object>(before: Settings, usualOnes: Settings, patch: Patch<Settings>): Settings {
  const entries = Object.entries(before).map(([field, value]) => {
    const wanted: unknown = Reflect.get(patch, field)
    if (wanted === undefined) return [field, value]
    return [field, wanted ?? Reflect.get(usualOnes, field)]
  })
  return Object.fromEntries(entries)
}

function pick<Input extends object, Name extends keyof Input>(all: Input, fields: Readonly<Record<Name, unknown>>) {
  return Object.fromEntries(Object.entries(all).filter(([name]) => name in fields)) as Pick<Input, Name>
}

function notEmbeddable() {
  return fault("application/precondition_failed", {
    detail:
      "Other sites can embed the portal only under an origin of its own. Set KEYWARD_PORTAL_URL on the server first.",
  })
}
