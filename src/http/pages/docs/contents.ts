import { keyOperations } from "../../../operations/index.ts"

/** A page below /docs, made from a Markdown file of the repository. */
export interface DocsPage {
  /** The Markdown file, from the root of the repository. */
  readonly file: string
  /** Its name in the side bar, shorter than its title. */
  readonly label: string
  /** Where it is served. */
  readonly path: string
}

interface DocsSection {
  readonly title: string
  /** True for a long list that only its own pages open. */
  readonly isFolded?: true
  readonly pages: readonly DocsPage[]
}

/** The first page of all: what to read in which order. */
export const docsHome = "/docs"

/** The resources that the client has methods for. `npm run gen` writes a page about each. */
const clientResources = new Set(keyOperations.map(({ name }) => name.slice(0, name.indexOf("."))))

/** Every page below /docs, in the order of the side bar. A new page is one line here. */
export const docsSections: readonly DocsSection[] = [
  {
    title: "Start",
    pages: [
      page("docs/README.md", "Overview"),
      page("docs/quick-start.md", "Quick start"),
      page("docs/tutorial.md", "Tutorial"),
      page("docs/concepts.md", "Concepts"),
      page("examples/README.md", "Examples"),
      page("docs/comparison.md", "Alternatives"),
      page("docs/speed.md", "Speed"),
    ],
  },
  {
    title: "Guides",
    pages: [
      page("docs/guides/issue-keys.md", "Issue keys"),
      page("docs/guides/customer-portal.md", "The customer portal"),
      page("docs/guides/gateways.md", "Verify at the gateway"),
      page("docs/guides/verify-in-your-process.md", "Verify in your process"),
      page("docs/guides/verify-in-python.md", "Verify in Python"),
      page("docs/guides/verify-in-go.md", "Verify in Go"),
      page("docs/guides/plans.md", "Plans"),
      page("docs/guides/credits.md", "Credits"),
      page("docs/guides/quotas-and-credits.md", "Quotas and prepaid credits"),
      page("docs/guides/language-models.md", "Language models"),
      page("docs/guides/usage-and-billing.md", "Usage and billing"),
      page("docs/guides/follow-events.md", "Follow events"),
      page("docs/guides/webhooks.md", "Receive webhooks"),
      page("docs/guides/rotate-keys.md", "Rotate keys"),
      page("docs/guides/leaked-key.md", "A leaked key"),
      page("docs/guides/disable-a-customer.md", "Disable a customer"),
      page("docs/guides/erase-data.md", "Retention and erasure"),
      page("docs/guides/dashboard.md", "The dashboard"),
      page("docs/guides/people-and-roles.md", "People and roles"),
      page("docs/guides/single-sign-on.md", "Single sign-on"),
      page("docs/guides/move-from-unkey.md", "Move from Unkey"),
    ],
  },
  {
    title: "Examples",
    isFolded: true,
    pages: [
      page("examples/curl/README.md", "curl"),
      page("examples/weather/README.md", "Weather"),
      page("examples/customer-portal/README.md", "Your own key page"),
      page("examples/express/README.md", "Express"),
      page("examples/fastify/README.md", "Fastify"),
      page("examples/hono/README.md", "Hono"),
      page("examples/nestjs/README.md", "NestJS"),
      page("examples/nextjs/README.md", "Next.js"),
      page("examples/python/README.md", "Python"),
    ],
  },
  {
    title: "Operate",
    pages: [
      page("docs/install.md", "Ways to run it"),
      page("docs/guides/docker-compose.md", "Docker Compose"),
      page("docs/guides/kubernetes.md", "Kubernetes"),
      page("docs/guides/container-image.md", "Container image"),
      page("docs/settings.md", "Settings"),
      page("docs/production.md", "Production"),
      page("docs/guides/behind-a-proxy.md", "Behind a proxy"),
      page("docs/guides/traces-and-metrics.md", "Traces and metrics"),
      page("docs/redis.md", "Redis and Valkey"),
      page("docs/troubleshooting.md", "Troubleshooting"),
      page("docs/failures.md", "When something fails"),
      page("docs/security-model.md", "Security model"),
      page("SECURITY.md", "Security measures"),
      page("docs/moving.md", "Move data in and out"),
    ],
  },
  {
    title: "TypeScript client",
    pages: [
      page("sdk/README.md", "The client", "/docs/client"),
      page("docs/client/create.md", "Install and create"),
      page("docs/client/verify.md", "Verify a key"),
      page("docs/client/guards.md", "Guards"),
      page("docs/client/local.md", "Local verifier"),
      page("docs/client/results.md", "Results and retries"),
      page("docs/client/sessions.md", "Sessions"),
      page("docs/client/methods.md", "All methods"),
      page("docs/client/types.md", "Types"),
    ],
  },
  {
    title: "Methods of the client",
    isFolded: true,
    pages: [...clientResources].map((resource) => page(methodsPage(resource), `keyward.${resource}`)),
  },
  {
    title: "Interfaces",
    pages: [
      page("clients/python/README.md", "Python client", "/docs/python-client"),
      page("clients/go/README.md", "Go client", "/docs/go-client"),
      page("docs/cli.md", "Command line"),
      page("docs/unkey-clients.md", "Unkey clients"),
      page("docs/event-types.md", "Types of events"),
      page("docs/export-format.md", "Export format"),
      page("docs/contract.md", "Wire contract"),
      page("docs/verifier-protocol.md", "Verifier protocol"),
      page("docs/glossary.md", "Glossary"),
    ],
  },
]

export const docsPages: readonly DocsPage[] = docsSections.flatMap(({ pages }) => pages)

/** Files below docs/ that only contributors read, or folders of them. They are not served. */
export const unservedDocs: Readonly<Record<string, string>> = {
  "docs/architecture.md": "describes the code",
  "docs/decisions/": "explain choices in the code",
  "docs/failure-tests.md": "lists the tests behind docs/failures.md",
  "docs/performance.md": "compares measurements with a bare server; docs/speed.md has the numbers for users",
  "docs/upstream/": "are reports to other projects",
}

/** Files that pages link to, and that users copy. They are served as they are. */
export const docsFiles: readonly string[] = [
  "deploy/.env.example",
  "deploy/alerts.yml",
  "deploy/backup.sh",
  "deploy/Caddyfile",
  "deploy/compose.yaml",
  "deploy/grafana-dashboard.json",
  "deploy/keyward.service",
  "deploy/kubernetes/config.yaml",
  "deploy/kubernetes/deployment.yaml",
  "deploy/kubernetes/disruption-budget.yaml",
  "deploy/kubernetes/ingress.yaml",
  "deploy/kubernetes/kustomization.yaml",
  "deploy/kubernetes/network-policy.yaml",
  "deploy/kubernetes/service-monitor.yaml",
  "deploy/kubernetes/service.yaml",
  "deploy/prometheus.yml",
]

/** All images in it are served. */
export const imagesFolder = "docs/images"

/** `rootKeys` is in root-keys.md. */
export function methodsPage(resource: string): string {
  return `docs/client/methods/${resource.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.md`
}

/** `docs/guides/credits.md` is served at /docs/guides/credits, `examples/hono/README.md` at /docs/examples/hono. */
function page(file: string, label: string, path = pathOfPage(file)): DocsPage {
  return { file, label, path }
}

function pathOfPage(file: string): string {
  return pathOfFile(file)
    .replace(/\.md$/, "")
    .replace(/\/README$/, "")
    .toLowerCase()
}

/** `deploy/compose.yaml` is served at /docs/deploy/compose.yaml, `docs/images/key.png` at /docs/images/key.png. */
export function pathOfFile(file: string): string {
  return `${docsHome}/${file.replace(/^docs\//, "")}`
}
