import { z } from "zod"
import { fault, found, invalidInput } from "../contract/errors.ts"
import { exactlyOne } from "../contract/exactly-one.ts"
import { portalSessionFields } from "../contract/portal.ts"
import { portalActions, previewActions } from "../contract/portal-actions.ts"
import { originOfPage } from "../contract/portal-forms.ts"
import { externalId, int, millis, ref } from "../contract/primitives.ts"
import type { Identity } from "../core/model.ts"
import { withoutNulls } from "../core/nulls.ts"
import { linkLifeMs, type PortalRules, type PortalSession, portalSessionsAtMost } from "../core/portal.ts"
import type { MutationContext } from "./context.ts"
import { mutation } from "./operation.ts"
import { findOrCreateIdentity } from "./shared/keys/link-identity.ts"
import { endPortalSessions } from "./shared/portal/end-portal-sessions.ts"
import { portalMakerOf } from "./shared/portal/portal-maker.ts"
import { sessionCreation } from "./shared/portal/resolve-portal-caller.ts"

const identityCreation = "identity.*.create_identity"

const input = exactlyOne(
  z.strictObject({
    identityId: ref.optional().describe("The customer, by the id of its identity."),
    externalId: externalId
      .optional()
      .describe(
        "The customer, by your own id. An unknown one is created, if you have `identity.*.create_identity`; else it is 404.",
      ),
    apis: z
      .array(ref)
      .max(20)
      .optional()
      .describe("Ids of APIs of the portal to limit the session to. Default: all of the portal."),
    actions: z
      .array(z.enum(portalActions))
      .max(portalActions.length)
      .optional()
      .describe(
        "What the session may do, as far as the portal has it. Default: all that the portal has; for a person who has signed in, `usage` and `refusals`.",
      ),
    ...portalSessionFields,
    expiresIn: int(60_000, 43_200_000)
      .default(3_600_000)
      .describe("How long the session lasts once it is opened, in milliseconds; at most 12 hours."),
  }),
  ["identityId", "externalId"],
)

type CreateContext = MutationContext<z.infer<typeof input>>

export const createSession = mutation({
  name: "portal.createSession",
  title: "Create a link to the portal",
  summary:
    "Create a link with which one customer manages its keys. Redirect the customer's browser to it: it opens once, within 5 minutes.",
  touches: "one object",
  needs: [sessionCreation],
  mayNeed: [identityCreation],
  takesSecrets: true,
  input,
  output: z.object({
    sessionId: z.string().describe("Id of the portal session."),
    url: z.string().describe("The link. Whoever opens it first is the customer, so send it to nobody else."),
    expires: millis.describe("When the link ends, in Unix milliseconds."),
  }),
  errors: ["data/identity_not_found", "data/api_not_found", "application/precondition_failed", "limits/quota_exceeded"],
  example: { externalId: "user_42", customer: "Acme Ltd", actor: "Grace Hopper" },
  async run(context) {
    const { input, workspace, tx, mint, now, browser } = context
    const url = browser().portal.urlOf(workspace.id)
    const rules = await tx.portals.findRules(workspace.id)
    if (url === undefined || rules?.enabled !== true) throw noPortal(url !== undefined)
    requireApis(rules, input.apis)
    requireReturn(rules, input.returnUrl)
    const identity = await customerOf(context)
    const { plaintext, hash } = mint.token()
    const madeBy = portalMakerOf(context.caller)
    const session: PortalSession = {
      id: mint.id("pts"),
      workspaceId: workspace.id,
      identityId: identity.id,
      linkHash: hash,
      hash: null,
      madeBy,
      apis: input.apis ?? null,
      actions: input.actions ?? (madeBy.sessionId === undefined ? null : previewActions),
      customer: input.customer ?? null,
      actor: input.actor ?? null,
      returnUrl: input.returnUrl ?? null,
      locale: input.locale ?? null,
      page: input.page,
      lastsMs: input.expiresIn,
      createdAt: now,
      openedAt: null,
      expires: now + linkLifeMs,
    }
    await endOldest(context, identity)
    await tx.portalSessions.insert(session)
    const { apis, actions, customer, actor, lastsMs } = session
    tx.record({
      type: "portal_session.created",
      workspaceId: workspace.id,
      resources: [
        { type: "portal_session", id: session.id },
        { type: "identity", id: identity.id },
      ],
      changes: { before: null, after: { ...withoutNulls({ apis, actions, customer, actor }), expiresIn: lastsMs } },
    })
    return { sessionId: session.id, url: `${url}#${plaintext}`, expires: session.expires }
  },
})

async function customerOf(context: CreateContext): Promise<Identity> {
  const { input, workspace, tx, grantAlso, holds } = context
  if (input.identityId !== undefined) {
    return found(await tx.identities.find(workspace.id, input.identityId), "data/identity_not_found")
  }
  const { externalId = "" } = input
  const existing = await tx.identities.findByExternalId(workspace.id, externalId)
  if (existing !== undefined) return existing
  if (!holds(identityCreation)) throw fault("data/identity_not_found")
  grantAlso(identityCreation)
  return findOrCreateIdentity(context, externalId)
}

/** Ids of other workspaces are unknown here. */
function requireApis(rules: PortalRules, apis: readonly string[] = []): void {
  if (apis.every((id) => rules.apis.includes(id))) return
  throw fault("data/api_not_found", { detail: "Each of `apis` must be one of the APIs of the portal." })
}

function requireReturn({ returnOrigins }: PortalRules, returnUrl: string | undefined): void {
  if (returnUrl === undefined) return
  const origin = originOfPage(returnUrl)
  if (origin !== undefined && returnOrigins.includes(origin)) return
  throw invalidInput({
    location: "body.returnUrl",
    message: "must be an address of one of `returnOrigins` of the portal",
    fix: "Add the origin with portal.updatePortal.",
  })
}

/** A customer with ever more sessions loses the oldest. */
async function endOldest(context: CreateContext, { id: identityId }: Identity): Promise<void> {
  const { tx, workspace, now } = context
  const page = { identityId, now, limit: 2 * portalSessionsAtMost, after: undefined }
  const live = await tx.portalSessions.list(workspace.id, page)
  for (const { id } of live.slice(portalSessionsAtMost - 1)) await endPortalSessions(context, { id })
}

function noPortal(hasPage: boolean) {
  return fault("application/precondition_failed", {
    detail: hasPage
      ? "The portal of this workspace is off. Configure it with portal.updatePortal, and set `enabled`."
      : "This server has no portal, because KEYWARD_PORTAL_URL is `off`.",
  })
}
