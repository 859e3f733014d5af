import type { Command } from "../command.ts"
import { readFlags } from "../flags.ts"
import { addressOf } from "../serve/welcome.ts"
import { alignColumns } from "../terminal/text.ts"
import { readSettings, settingFlagRows, settingFlags, settingUsage } from "./settings.ts"

const flags = { ...settingFlags, json: "nothing" } as const

/** Shorter than the time limit of the health check in the image. */
const patienceMs = 4_000

export const health: Command = {
  words: ["health"],
  summary: "Check that the service on this machine is ready.",
  flags,
  help: () => `Usage: keyward health ${settingUsage} [--json]

Requests GET /readyz from the service that runs on this machine with the same settings. It needs no
key. Use it as the health check of a container, which has no curl. The health check of the image
runs this command.

Exit code 0: the service is ready; 1: it is not, or does not respond within 4 seconds.

${alignColumns([...settingFlagRows, ["--json", "Print the result as JSON."]])}

Example:
  keyward health --port 8080`,
  async run(invocation) {
    const { args, output } = invocation
    const given = readFlags(args, flags)
    const { host, port } = readSettings(invocation, given)
    const address = addressOf(host, port)
    const trouble = await findTrouble(address)
    if (given.has("json")) output.print(JSON.stringify({ address, isReady: trouble === undefined, trouble }))
    else if (trouble === undefined) output.print(`${address} is ready.`)
    else output.error(`${address} is not ready: ${trouble}`)
    return trouble === undefined ? 0 : 1
  },
}

async function findTrouble(address: string): Promise<string | undefined> {
  try {
    const signal = AbortSignal.timeout(patienceMs)
    const response = await fetch(`${address}/readyz`, { signal, redirect: "manual" })
    return response.ok ? undefined : `it returned ${response.status}.`
  } catch (cause) {
    const isLate = cause instanceof Error && cause.name === "TimeoutError"
    return isLate ? "it did not respond within 4 seconds." : "no service responds there."
  }
}
