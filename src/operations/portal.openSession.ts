import { z } from "zod"
import { fault } from "../contract/errors.ts"
import { portalToken } from "../contract/portal.ts"
import { portalView } from "../contract/portal-view.ts"
import type { PortalSession } from "../core/portal.ts"
import type { MutationContext } from "./context.ts"
import { preparedMutation } from "./operation.ts"
import { portalViewOf } from "./shared/portal/portal-view.ts"
import { resolvePortalCaller } from "./shared/portal/resolve-portal-caller.ts"
import { requireCurrent } from "./shared/verify/give-back.ts"

const input = z.strictObject({
  token: portalToken,
  embedded: z.boolean().default(false).describe("Whether the page is in a frame of another site."),
})

type OpenContext = Omit<MutationContext<z.infer<typeof input>>, "workspace">

export const openSession = preparedMutation({
  name: "portal.openSession",
  title: "Open a link to the portal",
  summary: "Open a link to the portal. It works once; the browser gets a cookie.",
  touches: "one object",
  callers: ["visitor"],
  isOfPortal: true,
  needs: [],
  scope: "installation",
  takesSecrets: true,
  input,
  output: portalView,
  errors: ["authentication/sign_in_failed"],
  example: { token: "kQ7m3XJ0mZk4cG0y8b1N5r2v9sPpYtQeWaUxLd6Hf3E" },
  /** Only the workspace, which the transaction locks before it reads the rest. */
  async prepare({ store, vault, input }) {
    const session = await store.portalSessions.findByLink(vault.hash(input.token))
    if (session === undefined) throw failed()
    return session.workspaceId
  },
  async run(context, workspaceId) {
    const { tx, vault, input, now } = context
    await tx.lockWorkspace(workspaceId)
    const link = await tx.portalSessions.findByLink(vault.hash(input.token))
    if (link === undefined) throw failed()
    const session = link.hash === null ? await open(context, link) : requireOwn(context, link)
    const found = await resolvePortalCaller(tx, session, now)
    if (found === undefined) throw failed()
    requireCurrent([found.caller.identity], now)
    return portalViewOf({ reads: tx, workspace: found.workspace, now }, found.caller)
  },
})

async function open({ tx, mint, input, now, browser }: OpenContext, link: PortalSession): Promise<PortalSession> {
  const { plaintext, hash } = mint.token()
  const session = { ...link, hash, openedAt: now, expires: now + link.lastsMs }
  if (now >= link.expires || !(await tx.portalSessions.open(link.id, session))) throw failed()
  browser().portal.setSession(plaintext, { maxAgeMs: link.lastsMs, isEmbedded: input.embedded })
  return session
}

/** A page that was reloaded opens its link again. Others who have the link get nothing. */
function requireOwn({ vault, browser }: OpenContext, link: PortalSession): PortalSession {
  const { token } = browser().portal
  if (token === undefined || vault.hash(token) !== link.hash) throw failed()
  return link
}

function failed() {
  return fault("authentication/sign_in_failed", {
    detail: "The link does not work. It was opened before, has expired, or was revoked. Ask for a new one.",
  })
}
