import { randomBytes } from "node:crypto"
import { type App, startApp } from "../app.ts"
import { readConfig, type Surroundings, settings } from "../config.ts"
import type { Command } from "./command.ts"
import { welcomeText } from "./welcome.ts"

export const serve: Command = {
  name: "serve",
  summary: "Run the service.",
  help: () =>
    `Usage: keyward serve [--host ADDRESS] [--port PORT] [--data FOLDER]

Runs the service until SIGTERM or SIGINT. The first start creates an operator key and a workspace, and shows
both keys once. Settings come from the environment; a flag wins over its variable.

${settingsTable()}`,
  async run({ args, environment, output }) {
    const surroundings: Surroundings = { environment, flags: args, isTerminal: output.isErrorTerminal }
    const { config, unknown } = readConfig(surroundings)
    for (const name of unknown) output.error(`Unknown setting ${name} is ignored; keyward serve --help lists them all.`)
    const app = await startApp(config, {
      now: Date.now,
      random: (length) => randomBytes(length),
      writeLog: (line) => process.stderr.write(line),
    })
    if (app.welcome !== undefined) output.print(welcomeText(app.url, app.welcome))
    output.print(`Keyward listens on ${app.url} (stop it with Ctrl-C).`)
    return untilStopped(app)
  },
}

function untilStopped(app: App): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const stop = () => app.stop().then(() => resolve(0))
  process.once("SIGTERM", stop)
  process.once("SIGINT", stop)
  return promise
}

function settingsTable(): string {
  const width = Math.max(...settings.map(({ variable }) => variable.length))
  return settings
    .map(({ variable, fallback, purpose }) => `  ${variable.padEnd(width)}  ${purpose} Default: ${fallback}.`)
    .join("\n")
}
