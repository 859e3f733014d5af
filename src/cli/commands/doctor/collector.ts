import { tracesUrl } from "../../../config/telemetry.ts"
import type { Config } from "../../../config.ts"
import { type Finding, findingsAbout } from "./finding.ts"

const { ok, warning } = findingsAbout("collector")

/** A service for traces may be far away. */
const patienceMs = 5_000

/** Sends a request for traces without any, which a collector accepts. Keyward serves without it, so nothing here is a problem. */
export async function examineCollector(config: Config): Promise<readonly Finding[]> {
  const url = tracesUrl(config)
  if (url === undefined) return []
  const { host } = new URL(url)
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { ...config.otlpHeaders, "Content-Type": "application/x-protobuf" },
      body: new Uint8Array(),
      redirect: "manual",
      signal: AbortSignal.timeout(patienceMs),
    })
    await response.body?.cancel()
    if (response.ok) return [ok(`${host} accepts traces.`)]
    return [warning(`${host} answers ${response.status} to traces.`, adviceFor(response.status))]
  } catch {
    return [
      warning(
        `The collector of traces at ${host} does not answer.`,
        "Start it, or correct OTEL_EXPORTER_OTLP_ENDPOINT.",
      ),
    ]
  }
}

function adviceFor(status: number): string {
  if (status === 401 || status === 403) return "Correct OTEL_EXPORTER_OTLP_HEADERS."
  return "Correct OTEL_EXPORTER_OTLP_ENDPOINT: Keyward adds /v1/traces to it, and speaks OTLP over HTTP."
}
