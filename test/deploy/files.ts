import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { z } from "zod"

/** What is in deploy/, read as far as the tests look at it: what they need and do not find fails here. */

const folder = join(import.meta.dir, "..", "..", "deploy")

export const textOf = (name: string): string => readFileSync(join(folder, name), "utf8")

const seconds = z
  .string()
  .regex(/^\d+s$/)
  .transform((text) => Number.parseInt(text, 10))

const Compose = z.object({
  services: z.object({
    keyward: z.object({
      build: z.object({ context: z.literal(".."), dockerfile: z.literal("deploy/Dockerfile") }),
      environment: z.record(z.string(), z.string()),
      ports: z.array(z.string()),
      depends_on: z.record(z.string(), z.object({ condition: z.literal("service_healthy") })),
      volumes: z.array(z.string()),
      stop_grace_period: seconds,
      read_only: z.literal(true),
    }),
    caddy: z.object({ environment: z.record(z.string(), z.string()), volumes: z.array(z.string()) }),
    backup: z.object({
      image: z.string(),
      command: z.array(z.string()),
      environment: z.record(z.string(), z.string()),
      volumes: z.array(z.string()),
    }),
    prometheus: z.object({ profiles: z.tuple([z.literal("monitoring")]), volumes: z.array(z.string()) }),
    grafana: z.object({ profiles: z.tuple([z.literal("monitoring")]), volumes: z.array(z.string()) }),
    postgres: z.object({ image: z.string(), command: z.array(z.string()), healthcheck: z.object({}) }),
    valkey: z.object({ image: z.string(), command: z.array(z.string()), healthcheck: z.object({}) }),
  }),
  networks: z.object({
    default: z.object({ ipam: z.object({ config: z.tuple([z.object({ subnet: z.string() })]) }) }),
  }),
})

const labels = z.record(z.string(), z.string())
const probe = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) })

const Manifest = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("ConfigMap"), data: z.record(z.string(), z.string()) }),
  z.object({
    kind: z.literal("Service"),
    metadata: z.object({ labels }),
    spec: z.object({
      selector: labels,
      ports: z.array(z.object({ name: z.string(), port: z.number(), targetPort: z.string() })),
    }),
  }),
  z.object({
    kind: z.literal("Ingress"),
    spec: z.object({
      tls: z.tuple([z.object({ hosts: z.tuple([z.string()]) })]),
      rules: z.tuple([
        z.object({
          host: z.string(),
          http: z.object({
            paths: z.tuple([
              z.object({
                path: z.literal("/"),
                backend: z.object({ service: z.object({ name: z.string(), port: z.object({ name: z.string() }) }) }),
              }),
            ]),
          }),
        }),
      ]),
    }),
  }),
  z.object({
    kind: z.literal("NetworkPolicy"),
    spec: z.object({
      podSelector: z.object({ matchLabels: labels }),
      ingress: z.array(z.object({ ports: z.array(z.object({ port: z.string() })) })),
      egress: z.tuple([z.object({ ports: z.array(z.object({ port: z.number() })) })]),
    }),
  }),
  z.object({
    kind: z.literal("ServiceMonitor"),
    spec: z.object({
      selector: z.object({ matchLabels: labels }),
      endpoints: z.tuple([z.object({ port: z.string(), path: z.string() })]),
    }),
  }),
  z.object({ kind: z.literal("Kustomization"), resources: z.array(z.string()) }),
  z.object({
    kind: z.literal("PodDisruptionBudget"),
    spec: z.object({ maxUnavailable: z.number(), selector: z.object({ matchLabels: labels }) }),
  }),
  z.object({
    kind: z.literal("Deployment"),
    spec: z.object({
      replicas: z.number(),
      selector: z.object({ matchLabels: labels }),
      template: z.object({
        metadata: z.object({ labels }),
        spec: z.object({
          terminationGracePeriodSeconds: z.number(),
          automountServiceAccountToken: z.literal(false),
          securityContext: z.object({ runAsNonRoot: z.literal(true), runAsUser: z.number() }),
          containers: z.tuple([
            z.object({
              args: z.array(z.string()),
              image: z.string(),
              ports: z.array(z.object({ name: z.string(), containerPort: z.number() })),
              resources: z.object({ requests: z.object({ cpu: z.string(), memory: z.string() }) }),
              securityContext: z.object({
                allowPrivilegeEscalation: z.literal(false),
                readOnlyRootFilesystem: z.literal(true),
                capabilities: z.object({ drop: z.tuple([z.literal("ALL")]) }),
              }),
              startupProbe: probe,
              readinessProbe: probe,
              livenessProbe: probe,
              lifecycle: z.object({ preStop: z.object({ exec: z.object({ command: z.array(z.string()) }) }) }),
            }),
          ]),
        }),
      }),
    }),
  }),
])

type Kind = z.output<typeof Manifest>["kind"]

const Alerts = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          alert: z.string(),
          expr: z.string(),
          labels: z.object({ severity: z.enum(["critical", "warning"]) }),
          annotations: z.object({ summary: z.string() }),
        }),
      ),
    }),
  ),
})

export const readCompose = () => Compose.parse(Bun.YAML.parse(textOf("compose.yaml")))

export const manifestFiles = readdirSync(join(folder, "kubernetes")).sort()

export function readManifest<Wanted extends Kind>(wanted: Wanted) {
  const all = manifestFiles.map((name) => Manifest.parse(Bun.YAML.parse(textOf(`kubernetes/${name}`))))
  const found = all.filter((one): one is Extract<typeof one, { readonly kind: Wanted }> => one.kind === wanted)
  const [only, ...more] = found
  if (only === undefined || more.length > 0) throw new Error(`There are ${found.length} of ${wanted}.`)
  return only
}

export const readAlerts = () => Alerts.parse(Bun.YAML.parse(textOf("alerts.yml"))).groups.flatMap(({ rules }) => rules)

const panel = z.object({
  id: z.number(),
  type: z.enum(["row", "timeseries", "stat"]),
  title: z.string(),
  description: z.string().optional(),
  gridPos: z.object({ h: z.number(), w: z.number(), x: z.number(), y: z.number() }),
  targets: z
    .array(
      z.object({
        refId: z.string(),
        expr: z.string(),
        legendFormat: z.string(),
        exemplar: z.boolean().default(false),
        datasource: z.object({ type: z.literal("prometheus"), uid: z.string().regex(/^\$\{datasource\}$/) }),
      }),
    )
    .default([]),
})

const Dashboard = z.object({
  templating: z.object({
    list: z.tuple([z.object({ name: z.literal("datasource"), query: z.literal("prometheus") }).loose()]),
  }),
  panels: z.array(panel),
})

export const readDashboard = () => Dashboard.parse(JSON.parse(textOf("grafana-dashboard.json")))
