// `npm run dev`: `keyward serve` from the sources. It starts again when a source of the server changes, and when a
// source of the dashboard changes, which is built first. Reload the page then.
import { type FSWatcher, watch } from "node:fs"
import { join } from "node:path"
import { buildDashboardIfStale } from "./build/dashboard.ts"

const root = join(import.meta.dir, "..")
const sources = ["dashboard/src", "dashboard/index.html", "sdk/src"]

/** Editors write a file in several steps. */
const quietMs = 100

await buildOrExplain()
let server = startServer()
const changes = watchSources()
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, async () => {
    for (const watcher of changes) watcher.close()
    server.kill(signal)
    process.exit(await server.exited)
  })
}

function startServer() {
  const command = [process.execPath, "--watch", join(root, "src/main.ts"), "serve", ...process.argv.slice(2)]
  return Bun.spawn(command, { stdio: ["inherit", "inherit", "inherit"] })
}

function watchSources(): readonly FSWatcher[] {
  let timer: Timer | undefined
  let building = Promise.resolve()
  return sources.map((path) =>
    watch(join(root, path), { recursive: true }, () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        building = building.then(rebuild)
      }, quietMs)
    }),
  )
}

async function rebuild(): Promise<void> {
  if (!(await buildOrExplain())) return
  server.kill("SIGTERM")
  await server.exited
  server = startServer()
}

/** A mistake in a source is no reason to stop: the next change may correct it. */
async function buildOrExplain(): Promise<boolean> {
  try {
    return await buildDashboardIfStale(() => process.stderr.write("Building the dashboard …\n"))
  } catch (error) {
    console.error(error)
    return false
  }
}
