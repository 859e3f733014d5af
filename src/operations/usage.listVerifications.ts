import { z } from "zod"
import { notACursor, pageInput, written } from "../contract/pagination.ts"
import { millis, ref, text, workspaceRef } from "../contract/primitives.ts"
import { apiFilter, codesFilter, identityFilter, tagFilter, usedIdentity } from "../contract/usage.ts"
import { codes, explainCodes } from "../contract/verdicts.ts"
import type { LoggedVerification, LogPosition } from "../storage/port/verification-log.ts"
import type { ContextWith } from "./context.ts"
import { pagedQuery } from "./operation.ts"
import { grantUsage, usageRight } from "./shared/usage/usage-rights.ts"
import { requireReadableWorkspace } from "./shared/workspaces/readable-workspace.ts"

const verification = z
  .object({
    time: millis.describe("When the key was verified, in Unix milliseconds."),
    requestId: z.string().describe("`meta.requestId` of the call of keys.verifyKey."),
    code: z.enum(codes).describe(`What the verification returned. ${explainCodes(codes)}`),
    apiId: z.string().optional().describe("Id of the API of the key. Absent if the key is unknown."),
    keyId: z.string().optional().describe("Id of the key. Absent if the key is unknown."),
    name: z.string().optional().describe("Name of the key, for people. Absent if it has none."),
    identity: usedIdentity.optional().describe("The customer who owned the key then. Absent if none."),
    tags: z.array(z.string()).describe("Tags of the call."),
    ip: z.string().optional().describe("`ip` of the call, as it was sent. Absent if there was none."),
    cost: z.int().optional().describe("Credits that the call asked for. Absent if the key is unknown or unlimited."),
    credits: z.int().optional().describe("Credits left after the call. Absent if the key is unknown or unlimited."),
    exceeded: z
      .array(z.string())
      .optional()
      .describe("Names of the rate limits that refused the call. Absent if none did."),
    missing: z
      .string()
      .optional()
      .describe("The permission query that the key does not satisfy. Absent if that was not the reason."),
    weight: z.int().describe("For how many verifications the row stands; 1 if it was not sampled."),
  })
  .meta({ id: "LoggedVerification" })

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
  output: z.array(verification),
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
      return { objects: await describe(store, rows), next: next && cursorOf(next) }
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
    return { objects: await describe(store, rows), next: cursorOf(next ?? last ?? start) }
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

async function describe({ usage }: ContextWith<"store">["store"], rows: readonly LoggedVerification[]) {
  const ids = rows.flatMap(({ keyId, identityId }) => [keyId, identityId].filter((id) => id !== null))
  const names = await usage.findNames([...new Set(ids)])
  return rows.map((row) => written(toWire(row, names)))
}

function toWire(row: LoggedVerification, names: ReadonlyMap<string, string>) {
  const { time, requestId, apiId, keyId, identityId, tags, ip, cost, credits, exceeded, missing, weight } = row
  const name = keyId === null ? undefined : names.get(keyId)
  const externalId = identityId === null ? undefined : names.get(identityId)
  return {
    time,
    requestId,
    code: codes.find((code) => code === row.code) ?? "NOT_FOUND",
    ...(apiId !== null && { apiId }),
    ...(keyId !== null && { keyId }),
    ...(name !== undefined && { name }),
    ...(identityId !== null && { identity: { id: identityId, ...(externalId !== undefined && { externalId }) } }),
    tags,
    ...(ip !== null && { ip }),
    ...(cost !== null && { cost }),
    ...(credits !== null && { credits }),
    ...(exceeded.length > 0 && { exceeded }),
    ...(missing !== null && { missing }),
    weight,
  }
}
