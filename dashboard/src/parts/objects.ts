import type { PageResult } from "@keyward/client"
import { type LinkOptions, linkOptions } from "@tanstack/react-router"
import type { ResourceType } from "../../../src/contract/event-types.ts"
import { resourceList } from "../../../src/contract/resources.ts"
import { askPage, type Client } from "../client.ts"
import type { IconName } from "../ui/icons.ts"
import { shownTarget, webhookName } from "./webhooks/webhook-name.ts"

/** How the dashboard shows a kind of object: in events, by its id, and in the search of the palette. */
interface ShownObject {
  /** If people call it otherwise here than in the API. */
  readonly noun?: string
  /** Leads to the object, or to the page that lists it. Absent if no page of a workspace shows it. */
  readonly page?: (workspaceId: string, id: string) => Destination
  readonly search?: ObjectSearch
}

type Destination = Pick<LinkOptions, "params" | "search"> & { readonly to: NonNullable<LinkOptions["to"]> }

interface ObjectSearch {
  /** The heading above the found objects. */
  readonly group: string
  readonly icon: IconName
  /** The permission to list them. */
  readonly needs: string
  find(client: Client, query: SearchQuery, signal: AbortSignal): Promise<readonly NamedObject[]>
}

interface SearchQuery {
  readonly search: string
  readonly limit: number
}

interface NamedObject {
  readonly id: string
  readonly name: string
  readonly note?: string | undefined
}

type Call<Item> = (
  client: Client,
  query: SearchQuery,
  options: { readonly signal: AbortSignal },
) => Promise<PageResult<Item>>

/** Asks one list, and says what people recognize in an entry. */
function searchIn<Item>(call: Call<Item>, nameOf: (item: Item) => NamedObject): ObjectSearch["find"] {
  return async (client, query, signal) => (await askPage(() => call(client, query, { signal }))).items.map(nameOf)
}

/** Every kind of object that events name. A new one must be here, or the dashboard does not compile. */
export const shownObjects: Readonly<Record<ResourceType, ShownObject>> = {
  api: {
    page: (workspaceId, apiId) => linkOptions({ to: "/w/$workspaceId/apis/$apiId", params: { workspaceId, apiId } }),
    search: {
      group: "APIs",
      icon: "api",
      needs: "api.*.read_api",
      find: searchIn(
        ({ apis }, query, options) => apis.listApis(query, options),
        ({ id, name, defaultPrefix }) => ({ id, name, note: defaultPrefix }),
      ),
    },
  },
  balance: {},
  credits: {},
  device_login: {},
  identity: {
    noun: "customer",
    page: (workspaceId, identityId) =>
      linkOptions({ to: "/w/$workspaceId/customers/$identityId", params: { workspaceId, identityId } }),
    search: {
      group: "Customers",
      icon: "customers",
      needs: "identity.*.read_identity",
      find: searchIn(
        ({ identities }, query, options) => identities.listIdentities({ ...query, order: "created_desc" }, options),
        ({ id, externalId }) => ({ id, name: externalId }),
      ),
    },
  },
  invitation: { page: (workspaceId) => linkOptions({ to: "/w/$workspaceId/members", params: { workspaceId } }) },
  key: {
    page: (workspaceId, keyId) => linkOptions({ to: "/w/$workspaceId/keys/$keyId", params: { workspaceId, keyId } }),
    search: {
      group: "Keys",
      icon: "key",
      needs: "api.*.read_key",
      find: searchIn(
        ({ keys }, query, options) => keys.listKeys({ ...query, order: "created_desc" }, options),
        ({ keyId, name, start, identity }) => ({
          id: keyId,
          name: name ?? `${start}…`,
          note: [`${start}…`, identity?.externalId].filter(Boolean).join(" · "),
        }),
      ),
    },
  },
  member: { page: (workspaceId) => linkOptions({ to: "/w/$workspaceId/members", params: { workspaceId } }) },
  migration: {},
  permission: {
    page: (workspaceId, id) =>
      linkOptions({
        to: "/w/$workspaceId/permissions",
        params: { workspaceId },
        search: { tab: "permissions", search: id },
      }),
  },
  plan: {
    page: (workspaceId, planId) =>
      linkOptions({ to: "/w/$workspaceId/plans/$planId", params: { workspaceId, planId } }),
    search: {
      group: "Plans",
      icon: "plans",
      needs: "plan.*.read_plan",
      find: searchIn(
        ({ plans }, query, options) => plans.listPlans(query, options),
        ({ id, name, description }) => ({ id, name, note: description }),
      ),
    },
  },
  portal: { page: (workspaceId) => linkOptions({ to: "/w/$workspaceId/portal", params: { workspaceId } }) },
  portal_session: {
    page: (workspaceId) =>
      linkOptions({ to: "/w/$workspaceId/portal", params: { workspaceId }, search: { tab: "sessions" } }),
  },
  ratelimit_namespace: {
    page: (workspaceId, namespaceId) =>
      linkOptions({ to: "/w/$workspaceId/ratelimits/$namespaceId", params: { workspaceId, namespaceId } }),
    search: {
      group: "Rate limits",
      icon: "ratelimits",
      needs: "ratelimit.*.read_namespace",
      find: searchIn(
        ({ ratelimit }, query, options) => ratelimit.listNamespaces(query, options),
        ({ id, name }) => ({ id, name }),
      ),
    },
  },
  ratelimit_override: {},
  reset: {},
  role: {
    page: (workspaceId, role) =>
      linkOptions({ to: "/w/$workspaceId/permissions", params: { workspaceId }, search: { role } }),
    search: {
      group: "Roles",
      icon: "permissions",
      needs: "rbac.*.read_role",
      find: searchIn(
        ({ permissions }, query, options) => permissions.listRoles(query, options),
        ({ id, name, description }) => ({ id, name, note: description }),
      ),
    },
  },
  root_key: {
    page: (workspaceId, search) =>
      linkOptions({ to: "/w/$workspaceId/root-keys", params: { workspaceId }, search: { search } }),
  },
  session: {},
  setup: {},
  user: {},
  webhook: {
    page: (workspaceId, webhookId) =>
      linkOptions({ to: "/w/$workspaceId/webhooks/$webhookId", params: { workspaceId, webhookId } }),
    search: {
      group: "Webhooks",
      icon: "webhooks",
      needs: "webhook.*.read_webhook",
      find: searchIn(
        ({ webhooks }, query, options) => webhooks.listWebhooks(query, options),
        (webhook) => ({ id: webhook.webhookId, name: webhookName(webhook), note: shownTarget(webhook) }),
      ),
    },
  },
  workspace: {
    page: (_current, workspaceId) => linkOptions({ to: "/w/$workspaceId/settings", params: { workspaceId } }),
  },
}

/** A newer server may name an object that this page does not know. */
export function isShownObject(type: string): type is ResourceType {
  return Object.hasOwn(shownObjects, type)
}

const kinds = new Map(resourceList.flatMap(({ objects = {} }) => Object.entries(objects)))

/** "customer" for `identity`. */
export function nounOf(type: string): string {
  const own = isShownObject(type) ? shownObjects[type].noun : undefined
  return own ?? kinds.get(type)?.noun ?? type.replaceAll("_", " ")
}

/** "customers" for `identity`; undefined if no object is called so. */
export function pluralOf(type: string): string | undefined {
  return kinds.has(type) ? `${nounOf(type)}s` : undefined
}

const prefixes = new Map([...kinds].map(([type, { idPrefix = "" }]) => [idPrefix, type]))

/** The kind of object whose ids begin like this, if a page shows it. */
export function shownByPrefix(prefix: string): ResourceType | undefined {
  const type = prefixes.get(prefix)
  return type !== undefined && isShownObject(type) && shownObjects[type].page ? type : undefined
}
