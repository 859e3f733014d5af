import { expect, test } from "bun:test"
import { copyFileSync } from "node:fs"
import { join } from "node:path"
import { startProcess } from "../services/child-process.ts"
import { temporaryFolder } from "../services/temporary-folder.ts"
import { alertScenes } from "./alert-scenes.ts"
import { readAlerts } from "./files.ts"

/** Prometheus itself judges the rules, with series that are made up. */

async function promtool(
  ...args: readonly string[]
): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = startProcess({ command: ["promtool", ...args] })
  const { code } = await child.exit
  return { code, output: child.stdout() + child.stderr() }
}

test("Prometheus accepts the rules and the scrape configuration", async () => {
  expect(await promtool("check", "rules", "deploy/alerts.yml")).toMatchObject({ code: 0 })
  expect(await promtool("check", "config", "deploy/prometheus.yml")).toMatchObject({ code: 0 })
})

test("every alert fires when it must, and only then", async () => {
  const alerts = readAlerts().map(({ alert }) => alert)
  expect(Object.keys(alertScenes).sort()).toEqual([...alerts].sort())
  const folder = temporaryFolder()
  copyFileSync("deploy/alerts.yml", join(folder.path, "alerts.yml"))
  const scenes = Object.entries(alertScenes).flatMap(([alert, { fires, quiet }]) => [
    { name: `${alert} fires`, alert, ...fires, firing: 1 },
    { name: `${alert} is quiet`, alert, ...quiet, firing: 0 },
  ])
  const tests = scenes.map(({ name, alert, series, at, firing }) => ({
    name,
    interval: "1m",
    input_series: Object.entries(series).map(([one, values]) => ({ series: one, values })),
    promql_expr_test: [
      {
        expr: `count(ALERTS{alertname="${alert}",alertstate="firing"}) or vector(0)`,
        eval_time: at,
        exp_samples: [{ labels: "{}", value: firing }],
      },
    ],
  }))
  const file = join(folder.path, "scenes.json")
  await Bun.write(file, JSON.stringify({ rule_files: ["alerts.yml"], evaluation_interval: "5m", tests }))
  const { code, output } = await promtool("test", "rules", file)
  expect({ code, output: code === 0 ? "" : output }).toEqual({ code: 0, output: "" })
  folder.remove()
})
