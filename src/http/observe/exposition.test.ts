import { describe, expect, test } from "bun:test"
import { python } from "../../../test/clients/python/python.ts"
import { serveKeyward } from "../../../test/harness/serve-keyward.ts"
import { until } from "../../../test/harness/until.ts"
import { startProcess } from "../../../test/services/child-process.ts"
import { openMetrics, prometheusText } from "./exposition.ts"
import { counter, distribution, distributionSamples, histogram, observe, sample } from "./families.ts"

const traceId = "0af7651916cd43dd8448eb211c80319c"

describe("the two text formats", () => {
  const seconds = distribution([0.1, 1])
  for (const value of [0.05, 0.1, 0.5, 1, 7]) observe(seconds, value)
  seconds.exemplars[1] = { traceId, value: 0.5, at: 1_700_000_000_250 }
  const families = [histogram("s", "Help.", distributionSamples("s", seconds)), counter("calls_total", "Calls.", 2)]

  test("a value on the end of a bucket belongs to it, and buckets add up", () => {
    expect(prometheusText.write(families).split("\n")).toEqual([
      "# HELP s Help.",
      "# TYPE s histogram",
      's_bucket{le="0.1"} 2',
      's_bucket{le="1"} 4',
      's_bucket{le="+Inf"} 5',
      "s_sum 8.65",
      "s_count 5",
      "# HELP calls_total Calls.",
      "# TYPE calls_total counter",
      "calls_total 2",
      "",
    ])
  })

  test("OpenMetrics has exemplars, names of counters without their suffix, and an end", () => {
    expect(openMetrics.write(families).split("\n")).toEqual([
      "# HELP s Help.",
      "# TYPE s histogram",
      's_bucket{le="0.1"} 2',
      `s_bucket{le="1.0"} 4 # {trace_id="${traceId}"} 0.5 1700000000.25`,
      's_bucket{le="+Inf"} 5',
      "s_sum 8.65",
      "s_count 5",
      "# HELP calls Calls.",
      "# TYPE calls counter",
      "calls_total 2",
      "# EOF",
      "",
    ])
  })

  test("label values are escaped, and a metric without values is left out", () => {
    const samples = [sample("m", 1, { label: 'a"b\\c\nd' })]
    const text = prometheusText.write([
      { name: "m", type: "gauge", help: "Help.", samples },
      { name: "none", type: "gauge", help: "Help.", samples: [] },
    ])
    expect(text).toEndWith('m{label="a\\"b\\\\c\\nd"} 1\n')
    expect(text).not.toContain("none")
  })
})

/** The parser of Prometheus's Python client refuses what OpenMetrics does not allow. */
const parse = `
import json, sys
from prometheus_client.openmetrics.parser import text_string_to_metric_families
families = list(text_string_to_metric_families(sys.stdin.read()))
exemplars = [
    {"labels": sample.labels, "exemplar": sample.exemplar.labels, "value": sample.exemplar.value}
    for family in families for sample in family.samples if sample.exemplar
]
print(json.dumps({"names": [family.name for family in families], "exemplars": exemplars}))
`

describe("GET /metrics", () => {
  const server = serveKeyward({ engine: "sqlite" })
  const scrape = (accept: string) => server.request("/metrics", { headers: { accept } })

  test("is OpenMetrics for those who ask for it, which its parser accepts, with the trace of a request", async () => {
    const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01` }
    await server.call("workspaces.getWorkspace", {}, { headers })
    const unsampled = { traceparent: "00-1af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00" }
    await server.call("workspaces.getWorkspace", {}, { headers: unsampled })
    // As Prometheus asks.
    const accept =
      "application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.5,application/openmetrics-text;version=0.0.1;q=0.4,text/plain;version=1.0.0;escaping=allow-utf-8;q=0.3,text/plain;version=0.0.4;q=0.2,/;q=0.1"
    const text = await until(async () => {
      const response = await scrape(accept)
      expect(response.headers.get("content-type")).toBe("application/openmetrics-text; version=1.0.0; charset=utf-8")
      return response.text.includes(traceId) && response.text
    })
    expect(text).toEndWith("\n# EOF\n")
    const parser = startProcess({ command: [python(), "-c", parse], input: text })
    expect(await parser.exit, parser.stderr()).toEqual({ code: 0, signal: null })
    const { names, exemplars } = JSON.parse(parser.stdout())
    expect(names).toContain("keyward_verifications")
    expect(exemplars).toEqual([
      {
        labels: { operation: "workspaces.getWorkspace", le: expect.any(String) },
        exemplar: { trace_id: traceId },
        value: expect.any(Number),
      },
    ])
  })

  test.each([
    ["", "text/plain; version=0.0.4; charset=utf-8"],
    ["*/*", "text/plain; version=0.0.4; charset=utf-8"],
    ["text/plain", "text/plain; version=0.0.4; charset=utf-8"],
    ["application/openmetrics-text;q=0", "text/plain; version=0.0.4; charset=utf-8"],
    ["application/openmetrics-text;q=0.1,text/plain;q=0.9", "text/plain; version=0.0.4; charset=utf-8"],
    ["application/openmetrics-text", "application/openmetrics-text; version=1.0.0; charset=utf-8"],
    ["text/plain;q=0.9, application/openmetrics-text", "application/openmetrics-text; version=1.0.0; charset=utf-8"],
  ])("with Accept: %p, it is %s", async (accept, contentType) => {
    const { headers, text } = await scrape(accept)
    expect(headers.get("content-type")).toBe(contentType)
    expect(headers.get("vary")).toContain("Accept")
    expect(text.includes("# EOF")).toBe(contentType.startsWith("application/"))
    expect(text.includes(traceId)).toBe(contentType.startsWith("application/"))
  })
})
