// `npm run dev`: `keyward serve` from the sources. When a source of the server or of the dashboard changes, it builds the
// dashboard if necessary and starts again. Reload the page then.
import { type FSWatcher, watch } from "node:fs"
import { join } from "node:path"
import { buildDashboardIfStale } from "./build/dashboard.ts"

const root = join(import.meta.dir, "..")
const sources = ["src", "sdk/src", "dashboard/src", "dashboard/index.html"]

/** Editors write a file in several steps. */
const quietMs = 100

await buildOrExplain()
let server = startServer()
const watchers = watchSources()
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => void stop(signal))

function startServer() {
  const command = [process.execPath, join(root, "src/main.ts"), "serve", ...process.argv.slice(2)]
  return Bun.spawn(command, { stdio: ["inherit", "inherit", "inherit"] })
}

function watchSources(): readonly FSWatcher[] {
  let timer: Timer | undefined
  let restarting = Promise.resolve()
  return sources.map((path) =>
    watch(join(root, path), { recursive: true }, () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        restarting = restarting.then(restart)
      }, quietMs)
    }),
  )
}

async function restart(): Promise<void> {
  await buildOrExplain()
  server.kill("SIGTERM")
  await server.exited
  server = startServer()
}

async function stop(signal: NodeJS.Signals): Promise<void> {
  for (const watcher of watchers) watcher.close()
  server.kill(signal)
  process.exit(await server.exited)
}

/** A mistake in a source is no reason to stop: the next change may correct it. */
async function buildOrExplain(): Promise<void> {
  try {
    await buildDashboardIfStale(() => process.stderr.write("Building the dashboard …\n"))
  } catch (error) {
    console.error(error)
  }
}
