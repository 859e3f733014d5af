import { randomBytes } from "node:crypto"
import type { App } from "../../app.ts"
import type { Command } from "../command.ts"
import { readSettings, settingFlags, settingsTable, settingUsage } from "../commands/settings.ts"
import { readFlags } from "../flags.ts"
import type { Output } from "../terminal/output.ts"
import { processCount } from "./process-count.ts"
import { notifySupervisor } from "./serving-process.ts"
import { untilStopped } from "./until-stopped.ts"
import { addressOf, welcomeText } from "./welcome.ts"
import { writeWholeLines } from "./write-lines.ts"

export const serve: Command = {
  words: ["serve"],
  summary: "Run the service.",
  flags: settingFlags,
  help: () =>
    `Usage: keyward serve ${settingUsage}

Runs the service until SIGTERM or SIGINT (Ctrl-C). It then accepts no new connections, finishes
running requests for up to 10 seconds, and ends. A second signal, at least half a second later, ends
it at once.

The first start creates an operator key and a workspace with a root key, and shows both keys once.
If you lose the operator key, set a new one with KEYWARD_OPERATOR_KEY.

Several nodes can serve one PostgreSQL database if they share their rate limits on Redis
(KEYWARD_REDIS_URL). Without Redis, a second node does not start.

With KEYWARD_NODES_PER_HOST, one start runs several processes that share the port. A process that
ends is started again after 0.25 seconds, and later each time, up to 30 seconds. A signal stops all
of them. Each process serves its own metrics: the first on KEYWARD_METRICS_PORT, the next on the
port after it. The shared port has no /metrics.

Logs one line per request to standard error.

Settings come from environment variables. A flag overrides its variable.
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
      writeLog: isSupervised ? (lines) => writeWholeLines(lines, writeError) : writeError,
    })
    // Registered before the server reports that it listens, because a signal may follow at once.
    const stopped = untilStopped(app, { output, isSupervised })
    const address = addressOf(config.host, app.port)
    if (app.welcome !== undefined) output.print(welcomeText(address, app.welcome))
    // Without a terminal the link would end in a log. `keyward setup-link` prints one.
    if (output.isTerminal && !isSupervised) await printSetupLink(app, output)
    if (isSupervised) notifySupervisor()
    else output.print(`Keyward listens on ${address} (stop it with Ctrl-C).`)
    return stopped
  },
}

async function printSetupLink(app: Pick<App, "createSetupLink">, output: Output): Promise<void> {
  const link = await app.createSetupLink()
  if (link === undefined) return
  output.print(`Create the first user in your browser. The link works once, for 24 hours:\n  ${link}\n`)
}
