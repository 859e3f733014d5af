import { z } from "zod"
import { pageInput, written } from "../contract/pagination.ts"
import { ownKeyRef, portalRefusal } from "../contract/portal-view.ts"
import { millis } from "../contract/primitives.ts"
import { codes } from "../contract/verdicts.ts"
import type { LoggedVerification, LogPosition } from "../storage/port/verification-log.ts"
import { pagedQuery } from "./operation.ts"
import { ownKey, ownKeysAmong } from "./shared/portal/own-keys.ts"
import { portalCallerOf } from "./shared/portal/portal-caller.ts"

/** Those that concern a known key. */
const refusals = codes.filter((code) => code !== "VALID" && code !== "NOT_FOUND")

export const listRefusals = pagedQuery({
  name: "portal.listRefusals",
  title: "List refused calls as a customer",
  summary: "List why calls with keys of the customer in the portal were refused, newest first. The log may be sampled.",
  callers: ["portal"],
  isOfPortal: true,
  needs: ["action.{apiId}.refusals"],
  input: z.strictObject({
    ...pageInput,
    keyId: ownKeyRef.optional().describe("Only calls with this key."),
    since: millis.optional().describe("Only calls at or after this time, in Unix milliseconds."),
  }),
  output: z.array(portalRefusal),
  errors: ["data/key_not_found"],
  example: { limit: 20 },
  async run(context) {
    const { input, store, workspace, verificationLog, grant, after } = context
    const caller = portalCallerOf(context.caller)
    const { apiIds, identity } = caller
    grant({ apiId: apiIds })
    const keyId = input.keyId === undefined ? undefined : (await ownKey(store, caller, input.keyId)).id
    const { rows, next } = await verificationLog.list({
      filter: {
        workspaceId: workspace.id,
        identityId: identity.id,
        apiIds,
        keyId,
        codes: refusals,
        since: input.since,
      },
      limit: input.limit,
      direction: "backward",
      from: after === undefined ? undefined : positionOf(after),
    })
    // A key of the past does not exist here.
    const own = await ownKeysAmong(
      store,
      caller,
      rows.flatMap((row) => row.keyId ?? []),
    )
    const shown = rows.flatMap((row) =>
      row.keyId !== null && own.has(row.keyId) ? [written(toWire(row, row.keyId))] : [],
    )
    return { objects: shown, next: next && `${next.time} ${next.requestId}` }
  },
})

function positionOf(text: string): LogPosition {
  const [time = "", requestId = ""] = text.split(" ")
  return { time: Number(time), requestId }
}

function toWire({ time, code, ip, exceeded }: LoggedVerification, keyId: string) {
  return {
    time,
    code: codes.find((one) => one === code) ?? "FORBIDDEN",
    keyId,
    ...(ip !== null && { ip }),
    ...(exceeded.length > 0 && { exceeded: [...exceeded] }),
  }
}
