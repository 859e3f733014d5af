import { randomBytes } from "node:crypto"
import { constants } from "node:os"
import { type App, startApp } from "../app.ts"
import type { Command, Output } from "./command.ts"
import { readFlags } from "./flags.ts"
import { readSettings, settingsTable } from "./settings.ts"
import { addressOf, welcomeText } from "./welcome.ts"

export const serve: Command = {
  words: ["serve"],
  summary: "Run the service.",
  help: () =>
    `Usage: keyward serve [--host ADDRESS] [--port PORT] [--data FOLDER]

Runs the service until SIGTERM or SIGINT (Ctrl-C): then it takes no new connection, finishes what is in flight for up
to 10 seconds and ends; a second signal ends it at once. The first start creates an operator key and a workspace with
a root key, and shows both keys once. Nothing shows them again; whoever lost the operator key sets a new one with
KEYWARD_OPERATOR_KEY. Several nodes may serve one PostgreSQL database.

One line per request is logged to standard error.

Settings come from the environment; a flag wins over its variable.
${settingsTable()}

Example:
  keyward serve --port 8081 --data ./other-data`,
  async run(invocation) {
    const { args, output } = invocation
    const config = readSettings(invocation, readFlags(args, { host: "value", port: "value", data: "value" }))
    const app = await startApp(config, {
      now: Date.now,
      random: (length) => randomBytes(length),
      writeLog: (line) => process.stderr.write(line),
    })
    const address = addressOf(config.host, app.port)
    if (app.welcome !== undefined) output.print(welcomeText(address, app.welcome))
    output.print(`Keyward listens on ${address} (stop it with Ctrl-C).`)
    return untilStopped(app, output)
  },
}

function untilStopped(app: App, output: Output): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  let isStopping = false
  const stop = (signal: "SIGTERM" | "SIGINT") => {
    if (isStopping) process.exit(128 + constants.signals[signal])
    isStopping = true
    app.stop().then(
      () => resolve(0),
      (error: unknown) => {
        output.error(`Keyward did not stop cleanly: ${error instanceof Error ? error.message : String(error)}`)
        resolve(1)
      },
    )
  }
  process.on("SIGTERM", stop)
  process.on("SIGINT", stop)
  return promise
}
