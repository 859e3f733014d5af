import { z } from "zod"
import { fault, found, invalidInput } from "../contract/errors.ts"
import { ipAllowlist } from "../contract/ip-allowlist.ts"
import { mintedKey } from "../contract/key.ts"
import { apiRef, expiry, printedText, slug } from "../contract/primitives.ts"
import type { PortalCaller } from "../core/portal.ts"
import type { MutationContext } from "./context.ts"
import { preparedMutation } from "./operation.ts"
import { createKeys } from "./shared/keys/create-keys.ts"
import { limitSecrets } from "./shared/portal/limit-secrets.ts"
import { offeredPermissions } from "./shared/portal/offered-permissions.ts"
import { portalCallerOf } from "./shared/portal/portal-caller.ts"
import { roomForKeys } from "./shared/portal/room-for-keys.ts"
import { WorkspaceQuotaExceeded } from "./shared/workspaces/workspace-quota-exceeded.ts"

const restricting = "action.{apiId}.restrict"

const input = z.strictObject({
  apiId: apiRef,
  name: printedText(1, 64).describe("Name of the key."),
  expires: expiry
    .nullable()
    .optional()
    .describe("When the key expires, in Unix milliseconds. null: never. Default: as the portal says."),
  permissions: z
    .array(slug)
    .max(50)
    .optional()
    .describe("Slugs of offered permissions to choose. Default: everything that the plan allows."),
  ipAllowlist: ipAllowlist.optional().describe("Networks (CIDR) or addresses that may use the key. Default: all."),
})

type CreateContext = MutationContext<z.infer<typeof input>>

export const createKey = preparedMutation({
  name: "portal.createKey",
  title: "Create a key as a customer",
  summary: "Create a key of the customer in the portal. The plaintext is shown only once.",
  touches: "one object",
  callers: ["portal"],
  isOfPortal: true,
  needs: ["action.{apiId}.create"],
  mayNeed: [restricting],
  input,
  output: mintedKey,
  errors: ["data/api_not_found", "data/permission_not_found", "limits/quota_exceeded"],
  example: { apiId: "api_1CAiZx1YPnJZtcPxTdBGPS", name: "Production" },
  prepare: limitSecrets,
  async run(context) {
    const { input, workspace, tx, now, grant } = context
    const caller = portalCallerOf(context.caller)
    const api = caller.apiIds.includes(input.apiId) ? await tx.apis.find(workspace.id, input.apiId) : undefined
    const { id: apiId, ...ownApi } = found(api, "data/api_not_found")
    grant({ apiId }, ...(input.ipAllowlist === undefined ? [] : [restricting]))
    const permissions = await chosenPermissions(context, caller)
    const expires = endOf(input.expires, caller, now)
    const { left, limit } = await roomForKeys({ reads: tx, now }, caller)
    if (left < 1) throw noRoom(`You can have at most ${limit} keys. Revoke one first.`)
    return create(
      context,
      { ...ownApi, id: apiId },
      {
        name: input.name,
        externalId: caller.identity.externalId,
        permissions: permissions ?? [],
        // Then the plan bounds what the customer chose, now and later.
        scoped: permissions !== undefined && caller.rules.permissionsFrom === "plan",
        ...(expires === null ? {} : { expires }),
        ipAllowlist: input.ipAllowlist ?? [],
      },
    )
  },
})

interface Chosen {
  readonly name: string
  readonly externalId: string
  readonly permissions: string[]
  readonly scoped: boolean
  readonly expires?: number
  readonly ipAllowlist: string[]
}

/** A customer must not learn the quota of the workspace, and must not disable it. */
async function create(context: CreateContext, api: Parameters<typeof createKeys>[1], chosen: Chosen) {
  const wanted = { ...chosen, meta: {}, roles: [], ratelimits: [], enabled: true, recoverable: false }
  try {
    const [created] = await createKeys(context, api, [wanted])
    if (created === undefined) throw new Error("The new key is missing.")
    return created
  } catch (error) {
    throw error instanceof WorkspaceQuotaExceeded ? noRoom("No more keys can be created at the moment.") : error
  }
}

/** Undefined: the customer chooses nothing. */
async function chosenPermissions(
  { input, tx, now }: CreateContext,
  caller: PortalCaller,
): Promise<string[] | undefined> {
  if (input.permissions === undefined) return undefined
  const offered = new Set((await offeredPermissions(tx, caller, now)).map(({ slug }) => slug))
  if (input.permissions.some((slug) => !offered.has(slug))) throw fault("data/permission_not_found")
  return input.permissions
}

function endOf(wanted: number | null | undefined, { rules }: PortalCaller, now: number): number | null {
  const { default: usual, max } = rules.expiry ?? {}
  const lifetime = usual ?? max
  if (wanted === undefined) return lifetime === undefined ? null : now + lifetime
  if (wanted !== null && wanted <= now) throw invalidEnd("must be in the future")
  if (max !== undefined && (wanted === null || wanted > now + max)) {
    throw invalidEnd(`must be at most ${max} milliseconds from now`)
  }
  return wanted
}

function invalidEnd(message: string) {
  return invalidInput({ location: "body.expires", message })
}

function noRoom(detail: string) {
  return fault("limits/quota_exceeded", { detail })
}
