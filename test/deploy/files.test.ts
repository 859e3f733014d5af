import { describe, expect, test } from "bun:test"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { settingList } from "../../src/config/settings.ts"
import { clientVariables, readConfig } from "../../src/config.ts"
import { blocksIn } from "../documentation/page.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { startProcess } from "../services/child-process.ts"
import { temporaryFolder } from "../services/temporary-folder.ts"
import { manifestFiles, readCompose, readManifest, textOf } from "./files.ts"

const drainSeconds = 10
const page = readFileSync("docs/production.md", "utf8")
const environment = { KEYWARD_REDIS_URL: process.env.KEYWARD_TEST_REDIS_URL ?? "" }
const server = serveKeyward({ engine: "postgres", environment })

/** Refuses unknown names and wrong values, as a start does. */
function accepted(environment: Readonly<Record<string, string>>): void {
  expect(readConfig({ environment, isTerminal: false }).unknown).toEqual([])
}

test("an upgrade of the image starts it with the options of the first start", () => {
  const starts = blocksIn("docs/guides/container-image.md").flatMap(
    ({ text }) => text.replaceAll("\\\n", "").match(/^docker run .*$/gm) ?? [],
  )
  const [first, upgrade] = starts.map((command) => command.replace(/ keyward:[\d.]+$/, "").split(/\s+/))
  expect(upgrade).toEqual(first)
  expect(first).toContain("--publish")
})

test.each(["Dockerfile", "compose.yaml", "keyward.service", "kubernetes/config.yaml", "production.md"])(
  "%s names settings that there are",
  (name) => {
    const text = name === "production.md" ? page : textOf(name)
    const known = new Set<string>([...settingList.map(({ variable }) => variable), ...clientVariables])
    const named = [...text.matchAll(/KEYWARD_[A-Z_]+/g)].map(([variable]) => variable)
    expect(named.length).toBeGreaterThan(1)
    expect(named.filter((variable) => !known.has(variable))).toEqual([])
  },
)

describe("the image", () => {
  const text = textOf("Dockerfile")

  test("is built of files that there are, and that are let through", () => {
    const sources = [...text.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, list = ""]) => list.split(" "))
    const letThrough = textOf("Dockerfile.dockerignore").split("\n")
    expect(sources.length).toBeGreaterThan(3)
    for (const source of sources) {
      expect(existsSync(source), source).toBe(true)
      expect(letThrough).toContain(`!${source}`)
    }
  })

  test("runs the program with settings that are accepted", () => {
    expect(text).toContain('ENTRYPOINT ["keyward"]\nCMD ["serve"]\n')
    const [, variables = ""] = /^ENV (.+)$/m.exec(text) ?? []
    accepted(Object.fromEntries(variables.split(" ").map((pair) => pair.split("=", 2))))
  })

  test("has a health check that succeeds while the service is ready", async () => {
    const [, command = "[]"] = /^HEALTHCHECK .* CMD (\[.*\])$/m.exec(text) ?? []
    expect(JSON.parse(command)).toEqual(["keyward", "health"])
    const env = { KEYWARD_HOST: "0.0.0.0", KEYWARD_PORT: new URL(server.url).port }
    const check = startProcess({ command: ["bin/keyward", "health"], env })
    expect(await check.exit).toEqual({ code: 0, signal: null })
  })

  test("runs as the user that Kubernetes expects", () => {
    const [, user] = /^USER (\d+)$/m.exec(text) ?? []
    expect(readManifest("Deployment").spec.template.spec.securityContext.runAsUser).toBe(Number(user))
  })
})

describe("the compose file", () => {
  const { services, networks } = readCompose()
  const { keyward, caddy, backup, postgres, valkey, prometheus, grafana } = services

  test("gives settings that are accepted, once the variables are filled in", () => {
    const values: Readonly<Record<string, string>> = {
      POSTGRES_PASSWORD: "letters1and2digits3",
      KEYWARD_OPERATOR_KEY: "operator-key-of-sixteen-characters",
      KEYWARD_ENCRYPTION_KEY: "",
      KEYWARD_ENCRYPTION_KEYS: "",
      GRAFANA_PASSWORD: "",
      OTEL_EXPORTER_OTLP_ENDPOINT: "",
    }
    const environmentFile = textOf(".env.example")
    const offered = [...environmentFile.matchAll(/^(\w+)=(.*)$/gm)]
    const isOffered = (variable: string) => offered.some(([, name]) => name === variable)
    const filled = Object.entries(keyward.environment).map(([name, text]) => {
      const value = text.replace(/\$\{(\w+):([?-])([^}]*)\}/g, (_, variable, mark, rest) => {
        expect(isOffered(variable), variable).toBe(true)
        return mark === "?" ? (values[variable] ?? "") : rest
      })
      return [name, value]
    })
    accepted(Object.fromEntries(filled))
    const empty = offered.filter(([, , value]) => value === "").map(([, name]) => name)
    expect(empty).toEqual(Object.keys(values))
  })

  test("scrapes the metrics of every process that PostgreSQL has connections for", () => {
    const targets = [...textOf("prometheus.yml").matchAll(/^ +- keyward:(\d+)$/gm)].map(([, port]) => Number(port))
    const first = Number(keyward.environment.KEYWARD_METRICS_PORT)
    expect(targets).toEqual(targets.map((_, index) => first + index))
    const connections = Number(/max_connections=(\d+)/.exec(postgres.command.join(" "))?.[1])
    const { config } = readConfig({ environment: {}, isTerminal: false })
    expect(targets.length * config.databaseConnections).toBeLessThan(connections)
  })

  test("mounts files that exist", () => {
    const mounted = [keyward, caddy, backup, prometheus, grafana].flatMap(({ volumes }) => volumes)
    const files = mounted.filter((volume) => volume.startsWith("./")).map((volume) => volume.split(":")[0] ?? "")
    expect(files.length).toBeGreaterThan(5)
    for (const file of files) expect(existsSync(join("deploy", file)), file).toBe(true)
  })

  test("waits for what it needs, and stops without cutting anything off", () => {
    expect(Object.keys(keyward.depends_on)).toEqual(["postgres", "valkey"])
    expect(keyward.stop_grace_period).toBeGreaterThan(drainSeconds)
    expect(Number(/^postgres:(\d+)$/.exec(postgres.image)?.[1])).toBeGreaterThanOrEqual(15)
    expect(valkey.command).toContain("noeviction")
    // Otherwise Valkey may refuse every other host, because it has no password.
    expect(valkey.command.join(" ")).toContain("--protected-mode no")
  })

  test("trusts the addresses of its own network only", () => {
    expect(keyward.environment.KEYWARD_TRUSTED_PROXIES).toBe(networks.default.ipam.config[0].subnet)
  })

  test("makes backups where Keyward reads their age, with the pg_dump of the server", () => {
    const target = keyward.environment.KEYWARD_BACKUP_DIR
    expect(keyward.volumes.some((volume) => volume.endsWith(`:${target}:ro`))).toBe(true)
    expect(backup.volumes.some((volume) => volume.endsWith(`:${target}`))).toBe(true)
    expect(backup.image).toBe(postgres.image)
  })
})

describe("the Kubernetes manifest", () => {
  const { spec } = readManifest("Deployment")
  const { metadata, spec: pod } = spec.template
  const [container] = pod.containers

  test("asks paths that answer", async () => {
    const ports = container.ports.map(({ name }) => name)
    for (const { httpGet } of [container.startupProbe, container.readinessProbe, container.livenessProbe]) {
      expect((await server.request(httpGet.path)).status, httpGet.path).toBe(200)
      expect(ports).toContain(httpGet.port)
    }
  })

  test("lets a node finish what is in flight before it is killed", () => {
    const [program, waitSeconds] = container.lifecycle.preStop.exec.command
    expect(program).toBe("sleep")
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(Number(waitSeconds) + drainSeconds)
  })

  test("is applied as a whole, except for the monitor, which needs the Prometheus Operator", () => {
    const { resources } = readManifest("Kustomization")
    const others = manifestFiles.filter((name) => !resources.includes(name))
    expect(others).toEqual(["kustomization.yaml", "service-monitor.yaml"])
  })

  test("leads from the public address through the service to ports of the container", () => {
    const { host, http } = readManifest("Ingress").spec.rules[0]
    expect(readManifest("ConfigMap").data.KEYWARD_PUBLIC_URL).toBe(`https://${host}`)
    expect(readManifest("Ingress").spec.tls[0].hosts).toEqual([host])
    const { ports } = readManifest("Service").spec
    expect(ports.map(({ name }) => name)).toContain(http.paths[0].backend.service.port.name)
    const named = container.ports.map(({ name }) => name)
    for (const { targetPort } of ports) expect(named).toContain(targetPort)
    const { ingress } = readManifest("NetworkPolicy").spec
    for (const { port } of ingress.flatMap((rule) => rule.ports)) expect(named).toContain(port)
  })

  test("lets Prometheus find the metrics of every pod", () => {
    const { selector, endpoints } = readManifest("ServiceMonitor").spec
    const { metadata: service, spec } = readManifest("Service")
    expect(service.labels).toMatchObject(selector.matchLabels)
    expect(spec.ports.map(({ name }) => name)).toContain(endpoints[0].port)
  })

  test("has a service and a disruption budget for the pods that there are", () => {
    expect(spec.selector.matchLabels).toEqual(metadata.labels)
    expect(readManifest("Service").spec.selector).toEqual(metadata.labels)
    const { spec: budget } = readManifest("PodDisruptionBudget")
    expect(budget.selector.matchLabels).toEqual(metadata.labels)
    expect(budget.maxUnavailable).toBeLessThan(spec.replicas)
  })

  test("gives settings that are accepted, and a port for the metrics that is the one they are on", () => {
    const { data } = readManifest("ConfigMap")
    accepted(data)
    expect(container.ports.find(({ name }) => name === "metrics")?.containerPort).toBe(
      Number(data.KEYWARD_METRICS_PORT),
    )
  })
})

describe("the systemd unit", () => {
  const unit = textOf("keyward.service")

  test("is one that systemd understands", () => {
    // Only a machine with systemd can check this.
    if (Bun.which("systemd-analyze") === null) return
    const folder = temporaryFolder()
    const file = join(folder.path, "keyward.service")
    writeFileSync(file, unit.replace("/opt/keyward/bin/keyward", join(process.cwd(), "bin", "keyward")))
    const { success, stderr } = Bun.spawnSync(["systemd-analyze", "verify", "--man=no", file])
    expect({ success, complaints: stderr.toString() }).toEqual({ success: true, complaints: "" })
    folder.remove()
  })

  test("runs the launcher with settings that are accepted, and lets it finish what is in flight", () => {
    expect(unit).toContain("\nExecStart=/opt/keyward/bin/keyward serve\n")
    const [, variables = ""] = /^Environment=(.+)$/m.exec(unit) ?? []
    accepted(Object.fromEntries(variables.split(" ").map((pair) => pair.split("=", 2))))
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(drainSeconds)
  })
})
