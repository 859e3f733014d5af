import { z } from "zod"
import { notACursor, pageInput } from "../contract/pagination.ts"
import { millis, ref, text, workspaceRef } from "../contract/primitives.ts"
import { apiFilter, codesFilter, identityFilter, loggedVerification, tagFilter } from "../contract/usage.ts"
import type { LogPosition } from "../storage/port/verification-log.ts"
import { pagedQuery } from "./operation.ts"
import { presentLogged } from "./shared/usage/present-logged.ts"
import { grantUsage, usageRight } from "./shared/usage/usage-rights.ts"
import { requireReadableWorkspace } from "./shared/workspaces/readable-workspace.ts"

export const listVerifications = pagedQuery({
  name: "usage.listVerifications",
  isFollowedByCursor: true,
  title: "List verifications",
  summary: "List single verifications, newest first. The log may be sampled, so count with usage.getVerifications.",
  callers: ["operator", "root_key"],
  needs: [],
  mayNeed: [usageRight],
  scope: "installation",
  requiredOfOperators: ["workspaceId"],
  input: z.strictObject({
    ...pageInput,
    workspaceId: workspaceRef,
    apiId: apiFilter,
    keyId: ref.optional().describe("Only verifications of this key, even if it was deleted."),
    identity: identityFilter,
    codes: codesFilter,
    tag: tagFilter,
    ip: text(1, 64).optional().describe("Only verifications with this IP address, as it was sent."),
    requestId: text(1, 255).optional().describe("Only the verification of this request."),
    since: millis.optional().describe("Only verifications at or after this time, in Unix milliseconds."),
    until: millis.optional().describe("Only verifications before this time, in Unix milliseconds."),
    after: z
      .string()
      .max(512)
      .regex(/^[A-Za-z0-9_-]*$/, { error: notACursor })
      .optional()
      .describe(
        "Follow the log, oldest first: `pagination.cursor` of the previous page with `after`. An empty text starts at `since`, or now. Every page then has a cursor.",
      ),
  }),
  output: z.array(loggedVerification),
  errors: ["data/workspace_not_found", "data/api_not_found", "data/key_not_found", "data/identity_not_found"],
  example: { workspaceId: "ws_1CAiZx1YPnJZtcPxTdBGPS", codes: ["RATE_LIMITED"], limit: 20 },
  async run(context) {
    const { input, store, caller, verificationLog, now } = context
    const { apiId, keyId, identity, tag, ip, requestId, since, until, limit } = input
    const workspaceId = await requireReadableWorkspace(store, caller, input.workspaceId)
    const keyIds = keyId === undefined ? undefined : [keyId]
    const identities = identity === undefined ? undefined : [identity]
    const [identityId] = (await grantUsage(context, workspaceId, { apiId, keyIds, identities })) ?? []
    const filter = { workspaceId, apiId, keyId, identityId, codes: input.codes, tag, ip, requestId, since }
    const from = positionOf(context.after)
    if (input.after === undefined) {
      const { rows, next } = await verificationLog.list({
        filter: { ...filter, until },
        limit,
        direction: "backward",
        from,
      })
      return { objects: await presentLogged(store, rows), next: next && cursorOf(next) }
    }
    // Nodes store rows within a second, so no row appears before one that was already returned.
    const unstored = verificationLog.oldestUnstored(workspaceId)
    const settled = Math.min(...[until, unstored, now - settleMs].filter((time) => time !== undefined))
    const start = from ?? { time: since === undefined ? settled : since - 1, requestId: "" }
    const { rows, next } = await verificationLog.list({
      filter: { ...filter, until: settled },
      limit,
      direction: "forward",
      from: start,
    })
    const last = rows.at(-1)
    return { objects: await presentLogged(store, rows), next: cursorOf(next ?? last ?? start) }
  },
})

const settleMs = 1_000

/** The time and the request of a row. */
function cursorOf({ time, requestId }: LogPosition): string {
  return `${time} ${requestId}`
}

function positionOf(after: string | undefined): LogPosition | undefined {
  if (after === undefined) return undefined
  const [time = "", requestId = ""] = after.split(" ")
  return { time: Number(time), requestId }
}
