import { z } from "zod"
import { keyLifetime, terminalAccess } from "../contract/device-login.ts"
import { fault, found } from "../contract/errors.ts"
import { millis, ref } from "../contract/primitives.ts"
import { mutation } from "./operation.ts"
import { requireUser } from "./shared/people/own-session.ts"
import { missingForTerminal, terminalPermissions } from "./shared/root-keys/terminal-key.ts"

export const approveLogin = mutation({
  name: "deviceLogins.approveLogin",
  title: "Approve a device login",
  summary: "Give a terminal a root key of a workspace. The root key is created when the terminal collects it.",
  touches: "one object",
  callers: ["user"],
  needs: [],
  scope: "installation",
  needsFreshSignIn: true,
  takesSecrets: true,
  input: z.strictObject({
    loginId: ref.describe("`loginId` of deviceLogins.getLogin."),
    workspaceId: ref.describe("The workspace of the root key. You must be a member who may create root keys."),
    access: terminalAccess,
    expiresIn: keyLifetime,
  }),
  output: z.object({ expires: millis.describe("When the root key expires, in Unix milliseconds.") }),
  errors: [
    "data/device_login_not_found",
    "data/workspace_not_found",
    "authorization/insufficient_permissions",
    "authorization/workspace_disabled",
    "authorization/sign_in_again",
  ],
  example: {
    loginId: "dvl_1CeGXWUoiGrkJ5v2n3YvQb",
    workspaceId: "ws_1CAiZx1YPnJZtcPxTdBGPS",
    access: "read",
    expiresIn: 2_592_000_000,
  },
  async run({ input, caller, tx, now }) {
    const { user, signedIn } = requireUser(caller)
    const { loginId, workspaceId, access, expiresIn } = input
    const workspace = found(await tx.workspaces.find(workspaceId), "data/workspace_not_found")
    await tx.lockWorkspace(workspace.id)
    const { role } = found(await tx.members.find(workspace.id, user.id), "data/workspace_not_found")
    if (!workspace.enabled) throw fault("authorization/workspace_disabled")
    const permissions = terminalPermissions(access, role)
    const missing = missingForTerminal(role, permissions)
    if (missing.length > 0) throw lacking(role, missing)
    const keyExpires = now + expiresIn
    const approval = {
      userId: user.id,
      sessionId: signedIn.session.id,
      workspaceId: workspace.id,
      permissions,
      keyExpires,
    }
    found((await tx.deviceLogins.approve(loginId, approval, now)) || undefined, "data/device_login_not_found")
    tx.record({
      type: "device_login.approved",
      workspaceId: workspace.id,
      resources: [{ type: "device_login", id: loginId }],
      changes: { before: null, after: { userId: user.id, access, permissions, expires: keyExpires } },
    })
    return { expires: keyExpires }
  },
})

function lacking(role: string, missing: readonly string[]) {
  const named = missing.map((permission) => `\`${permission}\``).join(", ")
  return fault("authorization/insufficient_permissions", { detail: `Your role ${role} lacks ${named}.` })
}
