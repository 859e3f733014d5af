import { until } from "../harness/until.ts"

/** The first text of /metrics that was rendered after this call, because the server keeps a text for a second. */
export function freshMetrics(read: () => Promise<string>): Promise<string> {
  const calledAt = Date.now()
  return until(async () => {
    const text = await read()
    const seconds = measured(text, "process_start_time_seconds") + measured(text, "keyward_uptime_seconds")
    return seconds * 1_000 >= calledAt && text
  })
}

/** The value of a series, 0 if it is absent. */
export function measured(text: string, name: string): number {
  const line = text.split("\n").find((one) => one.startsWith(`${name} `))
  return line === undefined ? 0 : Number(line.slice(name.length + 1))
}
