import { randomBytes } from "node:crypto"
import type { App } from "../../app.ts"
import type { Config } from "../../config.ts"
import type { Command } from "../command.ts"
import { readSettings, settingFlags, settingsTable, settingUsage } from "../commands/settings.ts"
import { readFlags } from "../flags.ts"
import type { Output } from "../terminal/output.ts"
import { type FirstKeysFile, firstKeysFile } from "./first-keys-file.ts"
import { processCount } from "./process-count.ts"
import { notifySupervisor } from "./serving-process.ts"
import { untilStopped } from "./until-stopped.ts"
import { addressOf, firstKeysText, greeting, presetText } from "./welcome.ts"
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

The first start creates an operator key and a workspace with a root key. A terminal shows both keys
once, with a link to create your account. If there is no terminal (CI, systemd), they go to the file
first-start.txt in the data folder, which only its owner can read. If you lose the operator key, set
a new one with KEYWARD_OPERATOR_KEY.

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
    const keysFile = output.isTerminal ? undefined : firstKeysFile(config.dataDir)
    const app = await startApp(config, {
      random: (length) => randomBytes(length),
      writeLog: isSupervised ? (lines) => writeWholeLines(lines, writeError) : writeError,
      beforeFirstKeys: () => keysFile?.require(),
    })
    // Registered before the server reports that it listens, because a signal may follow at once.
    const stopped = untilStopped(app, { output, isSupervised })
    const address = addressOf(config.host, app.port)
    if (keysFile !== undefined) await keepFirstKeys(app, { address, keysFile, output })
    else await greet(app, { address, config, output })
    if (isSupervised) notifySupervisor()
    else output.print(`Keyward listens on ${address} (stop it with Ctrl-C).`)
    const code = await stopped
    // A request to a collector that hangs cannot be cancelled, and would keep the process for seconds.
    if (app.isTraced) setTimeout(() => process.exit(code), lingerMs).unref()
    return code
  },
}

/** Enough to write what was printed. */
const lingerMs = 250

interface Greeted {
  readonly address: string
  readonly config: Config
  readonly output: Output
}

/** One process of several creates the link, because a new link replaces the one before. */
async function greet(app: App, { address, config, output }: Greeted): Promise<void> {
  const isFirst = config.workerSlot === undefined || config.workerSlot.number === 1
  const setupLink = isFirst ? await app.createSetupLink() : undefined
  const text = greeting({ address, setupLink, welcome: app.welcome, dataDir: config.dataDir })
  if (text !== "") output.print(text)
}

interface Kept {
  readonly address: string
  readonly keysFile: FirstKeysFile
  readonly output: Output
}

/** If there is no terminal, keys and links would end in a log. */
async function keepFirstKeys({ welcome, createSetupLink }: App, { address, keysFile, output }: Kept): Promise<void> {
  if (welcome?.type === "preset") output.print(`${presetText(address)}\n`)
  if (welcome?.type !== "minted") return
  const path = keysFile.write(firstKeysText(welcome, await createSetupLink()))
  output.print(
    `Welcome to Keyward. The first keys and the link to create your account are in ${path}. Save the keys, then delete the file.`,
  )
}
