import { createRootRoute, createRoute, createRouter, retainSearchParams } from "@tanstack/react-router"
import { lazyPage } from "./lazy-page.ts"
import { eventSearch, filters, rangeSearch } from "./search.ts"
import { NotFound } from "./shell/not-found.tsx"
import { PageFailure } from "./shell/page-failure.tsx"
import { AccountShell, OperatorShell, Root, Start, WorkspaceShell } from "./shell/root.tsx"

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router
  }
  interface StaticDataRouteOption {
    /** The page above in the breadcrumbs. */
    readonly parent?: { readonly title: string; readonly to: string }
    /**
     * What the page shows of the chosen time range, and what it shows if none is chosen: a day, everything, or this
     * month. On tabs named after a log, it is that log.
     */
    readonly time?: "charts" | "log" | "bill"
    /** Whether the page works in a disabled workspace. */
    readonly worksDisabled?: boolean
  }
}

const root = createRootRoute({ component: Root, notFoundComponent: NotFound })
const start = createRoute({ getParentRoute: () => root, path: "/", component: Start })

const workspace = createRoute({
  getParentRoute: () => root,
  path: "/w/$workspaceId",
  component: WorkspaceShell,
  notFoundComponent: NotFound,
  validateSearch: rangeSearch,
  search: { middlewares: [retainSearchParams(["range"])] },
})

const inWorkspace = () => workspace

const overview = createRoute({
  getParentRoute: inWorkspace,
  path: "/",
  staticData: { time: "charts" },
  component: lazyPage(() => import("./routes/overview.tsx")),
})

const operator = createRoute({
  getParentRoute: () => root,
  path: "/operator",
  component: OperatorShell,
  notFoundComponent: NotFound,
})

const apis = createRoute({
  getParentRoute: inWorkspace,
  path: "apis",
  validateSearch: filters("search", "create"),
  staticData: { time: "charts" },
  component: lazyPage(() => import("./routes/apis.tsx")),
})

const api = createRoute({
  getParentRoute: inWorkspace,
  path: "apis/$apiId",
  validateSearch: filters("tab", "search", "status"),
  staticData: { parent: { title: "APIs", to: "/w/$workspaceId/apis" }, time: "charts" },
  component: lazyPage(() => import("./routes/api.tsx")),
})

const keys = createRoute({
  getParentRoute: inWorkspace,
  path: "keys",
  validateSearch: filters("search", "api", "status", "customer", "role", "permission", "sort"),
  component: lazyPage(() => import("./routes/keys.tsx")),
})

const createKey = createRoute({
  getParentRoute: inWorkspace,
  path: "keys/new",
  validateSearch: filters("api", "customer"),
  staticData: { parent: { title: "Keys", to: "/w/$workspaceId/keys" } },
  component: lazyPage(() => import("./routes/create-key.tsx")),
})

const key = createRoute({
  getParentRoute: inWorkspace,
  path: "keys/$keyId",
  validateSearch: filters("tab", "code", "tag", "ip", "request", "cursor"),
  staticData: { parent: { title: "Keys", to: "/w/$workspaceId/keys" }, time: "charts" },
  component: lazyPage(() => import("./routes/key.tsx")),
})

const customers = createRoute({
  getParentRoute: inWorkspace,
  path: "customers",
  validateSearch: filters("search", "status", "plan", "create", "sort"),
  staticData: { time: "charts" },
  component: lazyPage(() => import("./routes/customers.tsx")),
})

const customer = createRoute({
  getParentRoute: inWorkspace,
  path: "customers/$identityId",
  validateSearch: filters("tab", "code", "api", "key", "tag", "ip", "request", "cursor"),
  staticData: { parent: { title: "Customers", to: "/w/$workspaceId/customers" }, time: "charts" },
  component: lazyPage(() => import("./routes/customer.tsx")),
})

const plans = createRoute({
  getParentRoute: inWorkspace,
  path: "plans",
  validateSearch: filters("search", "create"),
  component: lazyPage(() => import("./routes/plans.tsx")),
})

const plan = createRoute({
  getParentRoute: inWorkspace,
  path: "plans/$planId",
  validateSearch: filters("tab"),
  staticData: { parent: { title: "Plans", to: "/w/$workspaceId/plans" } },
  component: lazyPage(() => import("./routes/plan.tsx")),
})

const permissions = createRoute({
  getParentRoute: inWorkspace,
  path: "permissions",
  validateSearch: filters("tab", "search", "role"),
  component: lazyPage(() => import("./routes/permissions.tsx")),
})

const ratelimits = createRoute({
  getParentRoute: inWorkspace,
  path: "ratelimits",
  validateSearch: filters("search"),
  staticData: { time: "charts" },
  component: lazyPage(() => import("./routes/ratelimits.tsx")),
})

const ratelimit = createRoute({
  getParentRoute: inWorkspace,
  path: "ratelimits/$namespaceId",
  validateSearch: filters("tab", "search"),
  staticData: { parent: { title: "Rate limits", to: "/w/$workspaceId/ratelimits" }, time: "charts" },
  component: lazyPage(() => import("./routes/ratelimit.tsx")),
})

const usage = createRoute({
  getParentRoute: inWorkspace,
  path: "usage",
  validateSearch: filters("by", "api", "sort"),
  staticData: { time: "bill" },
  component: lazyPage(() => import("./routes/usage.tsx")),
})

const verifications = createRoute({
  getParentRoute: inWorkspace,
  path: "verifications",
  validateSearch: filters("code", "api", "key", "customer", "tag", "ip", "request", "cursor"),
  staticData: { time: "log" },
  component: lazyPage(() => import("./routes/verifications.tsx")),
})

const events = createRoute({
  getParentRoute: inWorkspace,
  path: "events",
  validateSearch: eventSearch,
  staticData: { time: "log", worksDisabled: true },
  component: lazyPage(() => import("./routes/events.tsx")),
})

const webhooks = createRoute({
  getParentRoute: inWorkspace,
  path: "webhooks",
  validateSearch: filters("search", "create"),
  component: lazyPage(() => import("./routes/webhooks.tsx")),
})

const webhook = createRoute({
  getParentRoute: inWorkspace,
  path: "webhooks/$webhookId",
  validateSearch: filters("tab", "status"),
  staticData: { parent: { title: "Webhooks", to: "/w/$workspaceId/webhooks" } },
  component: lazyPage(() => import("./routes/webhook.tsx")),
})

const portal = createRoute({
  getParentRoute: inWorkspace,
  path: "portal",
  validateSearch: filters("tab"),
  component: lazyPage(() => import("./routes/portal.tsx")),
})

const rootKeys = createRoute({
  getParentRoute: inWorkspace,
  path: "root-keys",
  validateSearch: filters("search"),
  component: lazyPage(() => import("./routes/root-keys.tsx")),
})

const members = createRoute({
  getParentRoute: inWorkspace,
  path: "members",
  staticData: { worksDisabled: true },
  component: lazyPage(() => import("./routes/members.tsx")),
})

const settings = createRoute({
  getParentRoute: inWorkspace,
  path: "settings",
  staticData: { worksDisabled: true },
  component: lazyPage(() => import("./routes/settings.tsx")),
})

const account = createRoute({
  getParentRoute: inWorkspace,
  path: "account",
  staticData: { worksDisabled: true },
  component: lazyPage(() => import("./routes/account.tsx")),
})

const anyAccount = createRoute({ getParentRoute: () => root, path: "/account", component: AccountShell })

const ownAccount = createRoute({
  getParentRoute: () => anyAccount,
  path: "/",
  component: lazyPage(() => import("./routes/account.tsx")),
})

const operatorWorkspaces = createRoute({
  getParentRoute: () => operator,
  path: "workspaces",
  validateSearch: filters("search", "status"),
  component: lazyPage(() => import("./routes/operator-workspaces.tsx")),
})

const operatorNodes = createRoute({
  getParentRoute: () => operator,
  path: "nodes",
  component: lazyPage(() => import("./routes/operator-nodes.tsx")),
})

const operatorUsers = createRoute({
  getParentRoute: () => operator,
  path: "users",
  validateSearch: filters("search"),
  component: lazyPage(() => import("./routes/operator-users.tsx")),
})

const operatorWebhooks = createRoute({
  getParentRoute: () => operator,
  path: "webhooks",
  validateSearch: filters("search", "create"),
  component: lazyPage(() => import("./routes/webhooks.tsx")),
})

const operatorWebhook = createRoute({
  getParentRoute: () => operator,
  path: "webhooks/$webhookId",
  validateSearch: filters("tab", "status"),
  staticData: { parent: { title: "Webhooks", to: "/operator/webhooks" } },
  component: lazyPage(() => import("./routes/webhook.tsx")),
})

const tree = root.addChildren([
  start,
  workspace.addChildren([
    overview,
    apis,
    api,
    keys,
    createKey,
    key,
    customers,
    customer,
    plans,
    plan,
    permissions,
    ratelimits,
    ratelimit,
    usage,
    verifications,
    events,
    webhooks,
    webhook,
    portal,
    rootKeys,
    members,
    settings,
    account,
  ]),
  anyAccount.addChildren([ownAccount]),
  operator.addChildren([operatorWorkspaces, operatorNodes, operatorUsers, operatorWebhooks, operatorWebhook]),
])

export const router = createRouter({
  routeTree: tree,
  defaultErrorComponent: PageFailure,
  defaultPreload: "intent",
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
})
