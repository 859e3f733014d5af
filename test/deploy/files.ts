import { readFileSync } from "node:fs"
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
      healthcheck: z.object({ test: z.array(z.string()) }),
      stop_grace_period: seconds,
    }),
    postgres: z.object({ image: z.string(), command: z.array(z.string()), healthcheck: z.object({}) }),
    valkey: z.object({ image: z.string(), command: z.array(z.string()), healthcheck: z.object({}) }),
  }),
})

const labels = z.record(z.string(), z.string())
const probe = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) })

const Manifest = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("ConfigMap"), data: z.record(z.string(), z.string()) }),
  z.object({ kind: z.literal("Service"), spec: z.object({ selector: labels }) }),
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
          containers: z.tuple([
            z.object({
              args: z.array(z.string()),
              ports: z.array(z.object({ name: z.string(), containerPort: z.number() })),
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

export const readCompose = () => Compose.parse(Bun.YAML.parse(textOf("compose.yaml"))).services

export function readManifest<Wanted extends Kind>(wanted: Wanted) {
  const all = z.array(Manifest).parse(Bun.YAML.parse(textOf("kubernetes.yaml")))
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
