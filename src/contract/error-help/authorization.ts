import { call, command, type HelpFor, setting } from "./error-help.ts"

export const authorizationHelp: HelpFor<"authorization"> = {
  "authorization/origin_not_allowed": {
    causes: [
      "The page was opened under another address than the public URL, for example by an IP address.",
      "A proxy speaks HTTPS, and the public URL begins with `http://`.",
      "A program sends a cookie instead of a key.",
    ],
    fixes: [
      setting(
        "If people open another address, make that the public URL.",
        "KEYWARD_PUBLIC_URL=https://keys.example.com",
      ),
      call("A program needs a root key, and no cookie.", "apis.listApis", {}),
    ],
    guide: "/docs/troubleshooting#people-and-the-dashboard",
  },
  "authorization/sign_in_again": {
    causes: [
      "The operation creates lasting access, such as a new root key, and you signed in more than 10 minutes ago.",
    ],
    fixes: [
      { text: "The dashboard asks for your password, passkey or key, and then repeats the request." },
      { text: "In a program, send a root key as bearer token. This limit is only for people who have signed in." },
    ],
    guide: "/docs/guides/people-and-roles#sessions",
  },
  "authorization/workspace_disabled": {
    causes: [
      "An operator has disabled the workspace.",
      "The workspace has reached a quota, and its `onExceeded` is `disable`.",
    ],
    fixes: [
      command(
        "Read why it is disabled, with the operator key.",
        `KEYWARD_KEY=$OPERATOR_KEY keyward workspaces get "$WORKSPACE_ID" --only disabledReason`,
      ),
      command(
        "Then enable it, with the operator key.",
        `KEYWARD_KEY=$OPERATOR_KEY keyward workspaces enable "$WORKSPACE_ID"`,
      ),
    ],
    guide: "/docs/troubleshooting#403-workspace_disabled",
  },
  "authorization/key_disabled": {
    causes: [
      "The root key that you call with is disabled, for example after a leak.",
      "You call with an API key that is disabled, or whose customer is. Programs call with a root key.",
    ],
    fixes: [
      command(
        "For a root key, use another root key or the operator key.",
        `keyward root-keys update "$ROOT_KEY_ID" --enabled`,
      ),
      command("If you do not know why it is disabled, read the events.", "keyward events list --type root_key.updated"),
      command("If it has leaked, replace it.", `keyward root-keys rotate "$ROOT_KEY_ID" --overlap 0`),
    ],
    guide: "/docs/guides/rotate-keys#a-root-key",
  },
  "authorization/key_expired": {
    causes: [
      "The root key was created with an expiry, which has passed.",
      "The root key was rotated, and its overlap has ended. Programs must use the new key.",
      "You call with an API key that has expired, or with its previous secret after a rotation.",
    ],
    fixes: [
      command(
        "Extend a root key by 90 days, with another root key or the operator key.",
        `keyward root-keys update "$ROOT_KEY_ID" --expires 90d`,
      ),
      command(
        "Or create another root key, with the operator key.",
        `KEYWARD_KEY=$OPERATOR_KEY keyward root-keys create --workspace "$WORKSPACE_ID" --permissions 'api.*.verify_key'`,
      ),
    ],
    guide: "/docs/guides/rotate-keys#a-root-key",
  },
  "authorization/insufficient_permissions": {
    causes: [
      "The root key lacks the permission that `detail` names.",
      "The call gives a key permissions or roles, or takes some away. This needs `rbac.*.add_permission_to_key`, `add_role_to_key`, `remove_permission_from_key` or `remove_role_from_key`, which `create_key` and `update_key` do not include.",
      "The call is made with an API key. API keys have no management permission.",
      "A root key cannot create or change a root key with permissions that it does not hold itself.",
    ],
    fixes: [
      command("See what the key may do.", "keyward whoami"),
      command(
        "Change the permissions of the root key. The list replaces the old one, so name all of them.",
        `keyward root-keys update "$ROOT_KEY_ID" --permissions 'api.*.verify_key,api.*.read_key'`,
      ),
      { text: "If `detail` names an operator, call with the operator key." },
    ],
    guide: "/docs/security-model#access-and-its-limits",
  },
}
