import { peopleResources } from "./people-resources.ts"
import type { Resource } from "./resource.ts"

/**
 * Every resource of the API, declared once: pure data that the server and the dashboard read. OpenAPI tags, permissions
 * of root keys, types of events, prefixes of ids, sections of the reference and choices in "Try it" come from here.
 * A resource is the first part of the name of an operation: `keys` in `keys.createKey`.
 */
export const resources = {
  apis: {
    title: "APIs",
    description: "An API groups the keys that belong together.",
    section: "Group keys by API",
    grants: {
      resource: "api",
      idPrefix: "api",
      actions: [
        "read_api",
        "update_api",
        "delete_api",
        "create_key",
        "read_key",
        "update_key",
        "delete_key",
        "verify_key",
        "encrypt_key",
        "decrypt_key",
        "read_usage",
      ],
      wildcardActions: ["create_api"],
    },
    objects: {
      api: {
        noun: "API",
        idPrefix: "api",
        events: ["created", "updated", "deleted"],
        picker: { fields: ["apiId"], list: "apis.listApis", value: "id", label: "name" },
      },
    },
  },
  keys: {
    title: "Keys",
    description: "Issue, manage and verify API keys.",
    section: "Issue",
    objects: {
      key: {
        noun: "key",
        idPrefix: "key",
        events: [
          "created",
          "updated",
          "deleted",
          "rotated",
          "rotation_finished",
          "rotation_cancelled",
          "rerolled",
          "decrypted",
          "refilled",
        ],
        notices: ["expiring", "expired", "rate_limited"],
        picker: { fields: ["keyId"], list: "keys.listKeys", value: "keyId", label: "name" },
      },
      // Several keys can share one balance.
      balance: { noun: "balance", idPrefix: "bal", events: [] },
      ratelimit: { noun: "rate limit", idPrefix: "rl", events: [] },
      migration: {
        noun: "migration",
        idPrefix: "mig",
        events: ["created"],
        picker: { fields: ["migrationId"], list: "keys.listMigrations", value: "migrationId", label: "name" },
      },
    },
  },
  identities: {
    title: "Identities",
    description: "The users or other entities that own or use keys.",
    section: "Customers",
    grants: {
      resource: "identity",
      idPrefix: "id",
      actions: ["read_identity", "update_identity", "delete_identity", "set_plan", "update_credits", "read_usage"],
      wildcardActions: ["create_identity"],
    },
    objects: {
      identity: {
        noun: "identity",
        idPrefix: "id",
        events: ["created", "updated", "deleted"],
        notices: ["quota_near", "quota_reached"],
        picker: {
          fields: ["identity", "externalId"],
          list: "identities.listIdentities",
          value: "externalId",
          label: "identityId",
        },
      },
    },
  },
  plans: {
    title: "Plans",
    description: "What many customers get: permissions, rate limits and a number of keys.",
    section: "Customers",
    grants: {
      resource: "plan",
      actions: [],
      wildcardActions: ["create_plan", "read_plan", "update_plan", "delete_plan"],
    },
    objects: {
      plan: {
        noun: "plan",
        idPrefix: "plan",
        events: ["created", "updated", "deleted"],
        picker: { fields: ["plan"], list: "plans.listPlans", value: "name", label: "id" },
      },
    },
  },
  credits: {
    title: "Credits",
    description: "Reservations of credits: charge what a request turned out to cost.",
    section: "Verify",
    objects: {
      credits: { noun: "credits", events: [], notices: ["low", "exhausted"] },
      reservation: { noun: "reservation", idPrefix: "rsv", events: [] },
    },
  },
  permissions: {
    title: "Permissions and roles",
    description: "Permissions and roles that you attach to your own keys.",
    section: "Permissions and roles",
    grants: {
      resource: "rbac",
      actions: [],
      wildcardActions: [
        "create_permission",
        "read_permission",
        "update_permission",
        "delete_permission",
        "create_role",
        "read_role",
        "update_role",
        "delete_role",
        "add_permission_to_key",
        "remove_permission_from_key",
        "add_role_to_key",
        "remove_role_from_key",
        "add_permission_to_role",
        "remove_permission_from_role",
      ],
    },
    objects: {
      permission: {
        noun: "permission",
        idPrefix: "perm",
        events: ["created", "updated", "deleted"],
        picker: { fields: ["permission"], list: "permissions.listPermissions", value: "slug", label: "name" },
      },
      role: {
        noun: "role",
        idPrefix: "role",
        events: ["created", "updated", "deleted"],
        picker: { fields: ["role"], list: "permissions.listRoles", value: "name", label: "description" },
      },
    },
  },
  ratelimit: {
    title: "Rate limits",
    description: "Rate limits for anything with an identifier.",
    section: "Limit",
    grants: {
      resource: "ratelimit",
      idPrefix: "rlns",
      actions: ["delete_namespace", "limit", "set_override", "read_override", "delete_override", "read_usage"],
      wildcardActions: ["create_namespace", "read_namespace"],
    },
    objects: {
      ratelimit_namespace: {
        noun: "rate limit namespace",
        idPrefix: "rlns",
        events: ["created", "deleted"],
        picker: { fields: ["namespace"], list: "ratelimit.listNamespaces", value: "name", label: "id" },
      },
      ratelimit_override: {
        noun: "rate limit override",
        idPrefix: "rlor",
        events: ["created", "updated", "deleted"],
      },
    },
  },
  usage: {
    title: "Usage",
    description: "How often keys were verified and rate limits were checked, by whom and with what outcome.",
    section: "Usage",
  },
  workspaces: {
    title: "Workspaces",
    description: "Workspaces hold everything else. The operator manages them.",
    section: "Operate",
    grants: {
      resource: "workspace",
      actions: [],
      wildcardActions: ["read_workspace", "update_workspace", "disable_workspace", "attach_verifier"],
    },
    objects: {
      workspace: {
        noun: "workspace",
        idPrefix: "ws",
        events: ["created", "updated", "disabled", "enabled", "deleted"],
        notices: ["quota_near", "quota_reached", "refusals_rising"],
      },
    },
  },
  rootKeys: {
    title: "Root keys",
    description: "Keys that manage a workspace.",
    section: "Root keys",
    grants: {
      resource: "root_key",
      actions: [],
      wildcardActions: ["create_root_key", "read_root_key", "update_root_key", "delete_root_key"],
    },
    objects: {
      root_key: {
        noun: "root key",
        idPrefix: "rk",
        events: ["created", "updated", "rerolled", "deleted"],
        notices: ["expiring", "expired"],
        picker: { fields: ["rootKeyId"], list: "rootKeys.listRootKeys", value: "rootKeyId", label: "name" },
      },
    },
  },
  events: {
    title: "Events",
    description: "Every change in a workspace, in order.",
    section: "Audit",
    grants: { resource: "event", actions: [], wildcardActions: ["read_event"] },
    objects: { event: { noun: "event", idPrefix: "evt", events: [] } },
  },
  webhooks: {
    title: "Webhooks",
    description: "Endpoints of yours that receive events as they happen.",
    section: "Webhooks",
    grants: {
      resource: "webhook",
      actions: [],
      wildcardActions: ["create_webhook", "read_webhook", "update_webhook", "delete_webhook"],
    },
    objects: {
      webhook: {
        noun: "webhook",
        idPrefix: "whk",
        events: ["created", "updated", "deleted", "disabled"],
        notices: ["failing"],
        picker: { fields: ["webhookId"], list: "webhooks.listWebhooks", value: "webhookId", label: "url" },
      },
    },
  },
  portal: {
    title: "Portal",
    description: "The page on which your customers manage their own keys.",
    section: "Portal",
    grants: {
      resource: "portal",
      actions: [],
      wildcardActions: ["read_portal", "create_session", "update_portal"],
    },
    objects: {
      // A workspace has one at most.
      portal: { noun: "portal", idPrefix: "ptl", events: ["updated"] },
      portal_session: { noun: "portal session", idPrefix: "pts", events: ["created", "revoked"] },
    },
  },
  nodes: {
    title: "Nodes",
    description: "The processes that serve the installation. The operator watches them.",
    section: "Operate",
  },
  workspace: {
    title: "Workspace",
    description: "Limits and usage of a workspace, with the field names of published Unkey clients.",
    section: "As Unkey clients call it",
  },
  ...peopleResources,
} as const satisfies Readonly<Record<string, Resource>>

export const resourceList: readonly (Resource & { readonly name: string })[] = Object.entries(resources).map(
  ([name, resource]) => ({ name, ...resource }),
)

type WithObjects = Extract<(typeof resources)[keyof typeof resources], { readonly objects: unknown }>

/** The kinds of object by name, as one type for each resource. */
export type ObjectsOfResource = WithObjects["objects"]

/** Every kind of object, without its name. */
export const objectKinds = Object.values(resources).flatMap((one) =>
  "objects" in one ? Object.values<KindIn<ObjectsOfResource>>(one.objects) : [],
)

type KindIn<Objects> = Objects extends unknown ? Objects[keyof Objects] : never
