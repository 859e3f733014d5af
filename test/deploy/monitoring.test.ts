import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { temporaryFolder } from "../services/temporary-folder.ts"
import { readAlerts, readDashboard } from "./files.ts"
import { declaredIn, groupingOf, selectorsIn, seriesIn } from "./promql.ts"

/** The alert rules and the dashboard in deploy/ name what a node of a cluster really serves. */

const backups = temporaryFolder()
const environment = {
  KEYWARD_REDIS_URL: process.env.KEYWARD_TEST_REDIS_URL ?? "",
  KEYWARD_BACKUP_DIR: backups.path,
}
afterAll(backups.remove)
const server = serveKeyward({ engine: "postgres", environment })
let served: ReturnType<typeof seriesIn>

beforeAll(async () => {
  await server.ok("apis.createApi", { name: "Payments" })
  await server.ok("keys.verifyKey", { key: "unknown" })
  // The folders are read in the background.
  do served = seriesIn((await server.request("/metrics")).text)
  while (!served.has("keyward_backup_time_seconds"))
})

const alerts = readAlerts()
const { panels } = readDashboard()
const targets = panels.flatMap(({ title, targets }) => targets.map((target) => ({ title, ...target })))

/** Prometheus adds these to every sample. */
const ofScrapes = ["job", "instance"]

const expressions = [
  ...alerts.map(({ alert, expr }) => [`the alert ${alert}`, expr] as const),
  ...targets.map(({ title, refId, expr }) => [`${title}, ${refId}`, expr] as const),
]

test("the patterns of this test find metrics, labels and groups", () => {
  const expr = 'sum by (le, code) (rate(keyward_a_total{code="X",status=~"5.."}[5m])) / process_b'
  expect(selectorsIn(expr)).toEqual([
    {
      metric: "keyward_a_total",
      matchers: [
        { label: "code", operator: "=", value: "X" },
        { label: "status", operator: "=~", value: "5.." },
      ],
    },
    { metric: "process_b", matchers: [] },
  ])
  expect(groupingOf(expr)).toEqual(["le", "code"])
})

describe.each(expressions)("%s", (_name, expr) => {
  test("names metrics and labels that a node serves", () => {
    const selectors = selectorsIn(expr)
    expect(selectors.length).toBeGreaterThan(0)
    for (const { metric, matchers } of selectors) {
      const series = served.get(metric) ?? []
      expect(series.length, metric).toBeGreaterThan(0)
      for (const { label, operator, value } of matchers) {
        const values = series.flatMap((labels) => labels.get(label) ?? [])
        expect(values.length, `${metric}{${label}}`).toBeGreaterThan(0)
        if (operator === "=") expect(values).toContain(value)
      }
    }
  })

  test("groups by labels that its metrics have", () => {
    const labels = selectorsIn(expr).flatMap(
      ({ metric }) => served.get(metric)?.flatMap((one) => [...one.keys()]) ?? [],
    )
    for (const label of groupingOf(expr) ?? []) expect([...labels, ...ofScrapes]).toContain(label)
  })

  test("fits whatever the scrape job is called, and closes its parentheses", () => {
    expect(expr).not.toMatch(/\b(job|instance)=/)
    for (const [open, close] of ["()", "{}", "[]"]) {
      expect(expr.split(open ?? "").length).toBe(expr.split(close ?? "").length)
    }
  })
})

/** Metrics of what a server may lack. Alerts on them are silent there, on purpose. */
const onlyWith = {
  "a backup in KEYWARD_BACKUP_DIR": ["keyward_backup_time_seconds"],
  PostgreSQL: ["keyward_events_behind", "keyward_invalidation_seconds", "keyward_lease_held"],
}

describe("a server with the embedded database, before its first request", () => {
  const small = serveKeyward({ engine: "sqlite" })

  test("declares the metrics of every other alert and panel", async () => {
    // The folders are read in the background.
    let declared = new Set<string>()
    do declared = declaredIn((await small.request("/metrics")).text)
    while (!declared.has("keyward_disk_free_bytes"))
    const named = new Set(expressions.flatMap(([, expr]) => selectorsIn(expr).map(({ metric }) => base(metric))))
    const lacking = [...named].filter((metric) => !declared.has(metric))
    expect(lacking.sort()).toEqual(Object.values(onlyWith).flat().sort())
  })
})

test("every alert is explained on the page for operators", () => {
  const page = readFileSync("docs/production.md", "utf8")
  for (const { alert } of alerts) expect(page).toContain(`| \`${alert}\` |`)
})

describe("the dashboard", () => {
  test("has legends of labels that are left", () => {
    for (const { expr, legendFormat } of targets) {
      const grouping = groupingOf(expr) ?? ofScrapes
      for (const [, label = ""] of legendFormat.matchAll(/\{\{(\w+)\}\}/g)) expect(grouping).toContain(label)
    }
  })

  test("shows every metric of Keyward that changes", () => {
    const shown = new Set(targets.flatMap(({ expr }) => selectorsIn(expr).map(({ metric }) => base(metric))))
    const known = [...served.keys()].map(base).filter((metric) => metric.startsWith("keyward_"))
    expect([...new Set(known)].filter((metric) => !shown.has(metric) && !leftOut.includes(metric))).toEqual([])
  })

  test("shows the traces of slow requests, which the Prometheus of compose.yaml keeps", () => {
    const ofTraces = targets.filter(({ exemplar }) => exemplar).map(({ title, expr }) => [title, selectorsIn(expr)])
    expect(ofTraces).toMatchObject([
      ["Time of a verification", [{ metric: "keyward_http_request_duration_seconds_bucket" }]],
    ])
    expect(readFileSync("deploy/compose.yaml", "utf8")).toContain("--enable-feature=exemplar-storage")
  })

  test("explains each panel, and places each where no other is", () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) => {
      expect(x + w).toBeLessThanOrEqual(24)
      return Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)} ${y + Math.floor(cell / w)}`)
    })
    expect(new Set(cells).size).toBe(cells.length)
    for (const { type, title, description } of panels) if (type !== "row") expect(description, title).toMatch(/\.$/)
  })
})

/** Details of the leases, which the panels of the cluster show in other ways. */
const leftOut = ["keyward_lease_age_seconds", "keyward_applied_sequence", "keyward_nodes"]

function base(metric: string): string {
  return metric.replace(/_(bucket|sum|count)$/, "")
}
