import { randomBytes } from "node:crypto"
import type { Command } from "../command.ts"
import { readSettings, settingFlags, settingsTable, settingUsage } from "../commands/settings.ts"
import { readFlags } from "../flags.ts"
import { processCount } from "./process-count.ts"
import { tellSupervisor } from "./serving-process.ts"
import { untilStopped } from "./until-stopped.ts"
import { addressOf, welcomeText } from "./welcome.ts"
import { writeWhole } from "./write-lines.ts"

export const serve: Command = {
  words: ["serve"],
  summary: "Run the service.",
  flags: settingFlags,
  help: () =>
    `Usage: keyward serve ${settingUsage}

Runs the service until SIGTERM or SIGINT (Ctrl-C): then it takes no new connection, finishes what is
in flight for up to 10 seconds and ends; a second signal, half a second later or more, ends it at
once. The first start creates an operator key and a workspace with a root key, and shows both keys
once. Nothing shows them again. If you lose the operator key, set a new one with
KEYWARD_OPERATOR_KEY.

Several nodes may serve one PostgreSQL database, if they share their rate limits by
KEYWARD_REDIS_URL; a second one without it is refused. With KEYWARD_NODES_PER_HOST one start runs
several processes that share the port: one that ends is started again, after 0.25 seconds and later
each time up to 30, and a signal stops all of them. Each serves its own metrics: the first on
KEYWARD_METRICS_PORT, the next on the port after it; the shared port has no /metrics.

One line per request is logged to standard error.

Settings come from the environment; a flag wins over its variable.
${settingsTable()}

Example:
  keyward serve --port 8081 --data ./other-data`,
  async run(invocation) {
    const { args, output } = invocation
    const config = readSettings(invocation, readFlags(args, settingFlags))
    const isSupervised = config.workerSlot !== undefined
    const count = isSupervised ? 1 : processCount(config)
    if (count > 1) return (await import("./supervise.ts")).supervise(config, count, invocation)
    const { startApp } = await import("../../app.ts")
    const writeError = (text: string) => process.stderr.write(text)
    const app = await startApp(config, {
      random: (length) => randomBytes(length),
      writeLog: isSupervised ? (lines) => writeWhole(lines, writeError) : writeError,
    })
    // Before anybody is told that it serves, and may want it to stop.
    const stopped = untilStopped(app, { output, isSupervised })
    const address = addressOf(config.host, app.port)
    if (app.welcome !== undefined) output.print(welcomeText(address, app.welcome))
    if (isSupervised) tellSupervisor()
    else output.print(`Keyward listens on ${address} (stop it with Ctrl-C).`)
    return stopped
  },
}
