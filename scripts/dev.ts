// `npm run dev`: `keyward serve` from the sources. When a source of the server, of the dashboard or of the docs changes, it
// builds what is stale and starts again. Reload the page then.
import { type FSWatcher, watch } from "node:fs"
import { join } from "node:path"
import { buildPagesIfStale } from "./build/pages.ts"

const root = join(import.meta.dir, "..")
const sources = ["src", "sdk/src", "dashboard/src", "dashboard/index.html", "docs"]

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
    watch(join(root, path), { recursive: true }, (_event, name) => {
      if (isBuilt(name ?? "")) return
      clearTimeout(timer)
      timer = setTimeout(() => {
        restarting = restarting.then(restart)
      }, quietMs)
    }),
  )
}

/** The build writes beside the sources of the docs. */
function isBuilt(name: string): boolean {
  return /^(dist|\.building-)/.test(name)
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
    await buildPagesIfStale((name) => process.stderr.write(`Building the ${name} …\n`))
  } catch (error) {
    console.error(error)
  }
}
