import { call, command, type ErrorHelp, type Fix, type HelpFor } from "./error-help.ts"

/** IDs of other workspaces do not exist for the caller. */
const otherWorkspace = "It belongs to another workspace than the root key."

const sameWorkspace = command("See to which workspace your key belongs.", "keyward whoami")

function missing(guide: string, cause: string, ...fixes: readonly Fix[]): ErrorHelp {
  return {
    causes: ["The id or the name is misspelled.", cause, otherWorkspace],
    fixes: [...fixes, sameWorkspace],
    guide,
  }
}

export const dataHelp: HelpFor<"data"> = {
  "data/workspace_not_found": {
    causes: [
      "The id is misspelled, or the workspace was deleted.",
      "A root key names another workspace than its own.",
      "A person is no member of the workspace that the header `Keyward-Workspace` names.",
    ],
    fixes: [
      command(
        "List all workspaces, with the operator key (workspaces.listWorkspaces).",
        "KEYWARD_KEY=$OPERATOR_KEY keyward workspaces list",
      ),
      { text: "With a root key, leave `workspaceId` out: the root key acts on its own workspace." },
      sameWorkspace,
    ],
    guide: "/docs/concepts#workspace",
  },
  "data/root_key_not_found": missing(
    "/docs/guides/rotate-keys#a-root-key",
    "The root key was deleted.",
    command("List the root keys with their ids (rootKeys.listRootKeys).", "keyward root-keys list"),
  ),
  "data/api_not_found": missing(
    "/docs/concepts#api",
    "The API was deleted.",
    command("List the APIs with their ids (apis.listApis).", "keyward apis list"),
    command("Create an API, if there is none (apis.createApi).", "keyward apis create Payments --only apiId"),
  ),
  "data/key_not_found": {
    causes: [
      "The id is misspelled, or the key was deleted.",
      "The request contains the key where it needs the id (`key_…`), or the other way round.",
      otherWorkspace,
    ],
    fixes: [
      command("Find the id by the customer (keys.listKeys).", "keyward keys list --external-id user_42"),
      command(
        "Find the id by the first characters of the key, or by its name.",
        "keyward keys list --search acme_6L5y",
      ),
      command("See when a key was deleted, and by whom.", "keyward events list --type key.deleted"),
    ],
    guide: "/docs/troubleshooting#every-verification-is-not_found",
  },
  "data/migration_not_found": missing(
    "/docs/guides/move-from-unkey#2-import-the-keys",
    "The migration was never created.",
    command("List the migrations with their ids (keys.listMigrations).", "keyward keys list-migrations"),
    command(
      "Create a migration, if there is none (keys.createMigration).",
      "keyward keys create-migration --name 'From the old gateway' --algorithm sha256",
    ),
  ),
  "data/identity_not_found": {
    causes: [
      "The external id is misspelled. It is case-sensitive.",
      "The identity was never created, or was deleted. A key with an `externalId` creates its identity.",
      otherWorkspace,
    ],
    fixes: [
      command(
        "Search by a part of the external id (identities.listIdentities).",
        "keyward identities list --search user_42",
      ),
      command(
        "Create the identity, also if it was deleted (identities.createIdentity).",
        "keyward identities create user_42",
      ),
      sameWorkspace,
    ],
    guide: "/docs/concepts#identity",
  },
  "data/user_not_found": {
    causes: [
      "The id is misspelled, or the user was deleted.",
      "The request contains an e-mail address instead of the id.",
    ],
    fixes: [
      command(
        "List the users with their ids, with the operator key (users.listUsers).",
        "KEYWARD_KEY=$OPERATOR_KEY keyward users list",
      ),
    ],
    guide: "/docs/guides/people-and-roles",
  },
  "data/member_not_found": {
    causes: [
      "The person has an account, but is no member of this workspace.",
      "The person was removed, or has not accepted the invitation yet.",
    ],
    fixes: [
      command("List the members with their ids (members.listMembers).", "keyward members list"),
      command("List the open invitations.", "keyward members list-invitations"),
    ],
    guide: "/docs/guides/people-and-roles#changing-and-removing-members",
  },
  "data/invitation_not_found": {
    causes: [
      "The invitation was accepted, revoked or has expired.",
      "The link was not copied completely.",
      "The person who created it has lost the right to invite to this role.",
    ],
    fixes: [
      command("List the open invitations.", "keyward members list-invitations"),
      command("Invite the person again.", "keyward members invite developer --email ada@example.com"),
    ],
    guide: "/docs/guides/people-and-roles#inviting-people",
  },
  "data/device_login_not_found": {
    causes: [
      "The code is misspelled.",
      "The code is older than 10 minutes.",
      "The terminal was already confirmed or refused.",
    ],
    fixes: [command("In the terminal, the command shows a new code.", "keyward login --web")],
    guide: "/docs/guides/people-and-roles#signing-a-terminal-in",
  },
  "data/permission_not_found": missing(
    "/docs/concepts#permissions-and-roles",
    "The permission was deleted, or never created.",
    command("List the permissions (permissions.listPermissions).", "keyward permissions list"),
    command(
      "Create the permission, if there is none (permissions.createPermission).",
      "keyward permissions create documents.read --name 'Read documents'",
    ),
  ),
  "data/role_not_found": missing(
    "/docs/guides/plans",
    "The role was deleted, or never created. Keys do not create roles.",
    command("List the roles (permissions.listRoles).", "keyward roles list"),
    command(
      "Create the role, if there is none (permissions.createRole).",
      "keyward roles create pro --permissions documents.read",
    ),
  ),
  "data/plan_not_found": missing(
    "/docs/guides/plans",
    "The plan was deleted, or never created.",
    command("List the plans (plans.listPlans).", "keyward plans list"),
    command("Create the plan, if there is none (plans.createPlan).", "keyward plans create pro --max-keys 20"),
  ),
  "data/reservation_not_found": missing(
    "/docs/guides/language-models",
    "The reservation ran out more than 24 hours ago.",
    command(
      "Reserve credits again (keys.verifyKey), and commit before they run out.",
      "keyward keys verify --key KEY --cost 2000 --reserve --expires-in 10m",
    ),
  ),
  "data/event_not_found": missing(
    "/docs/concepts#events",
    "The event belongs to another workspace, or a backup from before it was restored.",
    command("List the events (events.listEvents).", "keyward events list --limit 20"),
  ),
  "data/webhook_not_found": missing(
    "/docs/guides/webhooks",
    "The webhook was deleted, or never created.",
    command("List the webhooks (webhooks.listWebhooks).", "keyward webhooks list"),
  ),
  "data/ratelimit_namespace_not_found": missing(
    "/docs/guides/plans#limits-without-a-key",
    "Nothing was limited in the namespace yet: the first check creates it.",
    command("List the namespaces (ratelimit.listNamespaces).", "keyward ratelimits list"),
    command(
      "Create the namespace with a first check (ratelimit.limit).",
      "keyward ratelimits check email user_42 --rate 100/1m",
    ),
  ),
  "data/ratelimit_override_not_found": {
    causes: [
      "The namespace has no override for this identifier.",
      "A pattern, such as `premium_*`, must be written exactly as it was set.",
    ],
    fixes: [
      command(
        "List the overrides of the namespace (ratelimit.listOverrides).",
        "keyward ratelimits list-overrides email",
      ),
      command("Set an override.", "keyward ratelimits set-override email user_42 --rate 500/1m"),
    ],
    guide: "/docs/guides/plans#limits-without-a-key",
  },
  "data/ratelimit_namespace_gone": {
    causes: ["The namespace was deleted. Its name cannot be used again."],
    fixes: [
      call("The first check with a new name creates the namespace.", "ratelimit.limit", {
        namespace: "email_2",
        identifier: "user_42",
        limit: 100,
        duration: 60_000,
      }),
      command("List the namespaces that exist.", "keyward ratelimits list"),
    ],
    guide: "/docs/guides/plans#limits-without-a-key",
  },
  "data/identity_already_exists": {
    causes: [
      "The customer was created before, or a key with this `externalId` has created the identity.",
      "Two requests create the same customer at the same time.",
    ],
    fixes: [
      command("See what it contains.", "keyward identities get user_42"),
      command("Change its data.", "keyward identities update user_42 --meta plan=pro"),
      { text: "Treat this error as success if you only need that the identity exists." },
    ],
    guide: "/docs/concepts#identity",
  },
  "data/reference_already_used": {
    causes: [
      "Two payments have the same reference, for example because it names the customer instead of the payment.",
      "The amount of a payment was computed again with another price.",
    ],
    fixes: [
      command("See what the reference changed.", "keyward events list --resource-id ID"),
      { text: "Use the id that your payment provider gives to the payment, because it is unique." },
    ],
    guide: "/docs/guides/quotas-and-credits#payments-that-count-once",
  },
  "data/reservation_already_committed": {
    causes: [
      "Two parts of your program commit the same reservation, such as a handler and its retry after a timeout.",
      "The cost of a request was computed twice, with different results.",
    ],
    fixes: [
      { text: "Compute the amount once, and send the same amount if you repeat the call." },
      { text: "Reserve again with keys.verifyKey for what comes on top." },
    ],
    guide: "/docs/guides/language-models",
  },
  "data/permission_already_exists": {
    causes: ["The slug is in use. A slug is unique in its workspace."],
    fixes: [
      command("See its name and description.", "keyward permissions get documents.read"),
      command(
        "Change them, if that is what you want.",
        "keyward permissions update documents.read --name 'Read documents'",
      ),
    ],
    guide: "/docs/concepts#permissions-and-roles",
  },
  "data/role_already_exists": {
    causes: ["The name is in use. The name of a role is unique in its workspace."],
    fixes: [
      command("See its permissions.", "keyward roles get pro"),
      command(
        "Replace its permissions, if that is what you want.",
        "keyward roles set-permissions pro documents.read,documents.write",
      ),
    ],
    guide: "/docs/concepts#permissions-and-roles",
  },
  "data/plan_already_exists": {
    causes: ["The name is in use. The name of a plan is unique in its workspace."],
    fixes: [
      command("See what the plan contains.", "keyward plans get pro"),
      command("Change it for all its customers, if that is what you want.", "keyward plans update pro --max-keys 50"),
    ],
    guide: "/docs/guides/plans",
  },
}
