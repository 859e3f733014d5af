import { afterAll, describe, expect, test } from "bun:test"
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from "node:fs"
import { join } from "node:path"
import { brotliDecompressSync } from "node:zlib"
import { serveWith } from "../cli/cli.ts"
import { expectWholeDocs } from "../docs/whole.ts"
import { makeClone } from "../documentation/clone.ts"
import { startKeyward } from "../harness/harness.ts"
import { startProcess } from "../services/child-process.ts"
import { expectWholeDashboard } from "./whole.ts"

describe("a clone", () => {
  const clone = makeClone()
  afterAll(() => clone.remove())
  const built = join(clone.path, "dashboard", "dist")
  const data = ["--data", join(clone.path, "data")]
  const start = (...command: readonly string[]) => {
    // `npm start` adds `serve` itself.
    const argsFor = (args: readonly string[]) => (command.includes("start") ? args.slice(1) : args)
    return serveWith((args) => startProcess({ command: [...command, ...argsFor(args)], cwd: clone.path }), data)
  }

  /** The files that the built page loads. */
  const assetsOfIndex = () => {
    const page = brotliDecompressSync(readFileSync(join(built, "index.html.br"))).toString()
    return [...page.matchAll(/"\/assets\/([\w.-]+)"/g)].map(([, name = ""]) => name)
  }

  test("says how to build the dashboard while it is not built, on every page for people", async () => {
    const served = await start("sh", "bin/keyward")
    for (const path of ["/", "/sign-in", "/setup", "/invitation", "/reset", "/device"]) {
      const page = await fetch(`${served.url}${path}`, { headers: { Accept: "text/html" } })
      expect([path, page.status, page.headers.get("cache-control")]).toEqual([path, 503, "no-store"])
      expect(await page.text()).toContain("run `bun scripts/build-pages.ts`, or start with `npm start`")
    }
    expect((await fetch(served.url)).status).toBe(200)
    expect((await fetch(`${served.url}/w/ws_1`, { headers: { Accept: "text/html" } })).status).toBe(404)
    const docs = await fetch(`${served.url}/docs`)
    expect([docs.status, await docs.text()]).toEqual([404, expect.stringContaining("run `bun scripts/build-pages.ts`")])
    served.kill("SIGTERM")
    await served.exit
    expect(served.stderr()).toContain("run `bun scripts/build-pages.ts`, or start with `npm start`")
  })

  test("builds dashboard and docs at the first npm start, for every user of the machine, and serves all of both", async () => {
    const abandoned = join(clone.path, "dashboard", ".building-abandoned")
    mkdirSync(abandoned)
    utimesSync(abandoned, 0, 0)
    const served = await start("npm", "start", "--silent", "--")
    await expectWholeDashboard(served.url, built)
    await expectWholeDocs(served.url)
    served.kill("SIGTERM")
    await served.exit
    expect(served.stderr()).toContain("Building the dashboard …\nBuilding the docs …")
    expect(statSync(built).mode & 0o777).toBe(0o755)
    expect(readdirSync(join(clone.path, "dashboard")).filter((name) => name.startsWith(".building"))).toEqual([])
  })

  test("builds it again only if a source has changed", async () => {
    const build = async () => {
      const command = [process.execPath, "scripts/build-pages.ts"]
      const child = startProcess({ command, cwd: clone.path })
      expect(await child.exit).toEqual({ code: 0, signal: null })
      return child.stderr()
    }
    expect(await build()).toBe("")
    await Bun.write(join(clone.path, "src/http/pages/theme/theme.client.js"), "document.title = 'changed'\n")
    const assetsBefore = assetsOfIndex()
    expect(await build()).toBe("Building the dashboard …\n")
    expect(assetsOfIndex()).not.toEqual(assetsBefore)
    expect(readdirSync(built)).toEqual(expect.arrayContaining(assetsOfIndex().map((name) => `${name}.br`)))
    expect(await build()).toBe("")
    await Bun.write(join(clone.path, "docs/glossary.md"), "# Glossary\n")
    expect(await build()).toBe("Building the docs …\n")
    expect(await build()).toBe("")
    rmSync(join(clone.path, "docs", "dist"), { recursive: true })
    expect(await build()).toBe("Building the docs …\n")
  })

  test("says where a mistake in a source is, and keeps the last build", async () => {
    await Bun.write(join(clone.path, "src/http/pages/theme/theme.client.js"), "this is (no program\n")
    const child = startProcess({ command: [process.execPath, "scripts/build-pages.ts"], cwd: clone.path })
    expect((await child.exit).code).toBe(1)
    expect(child.stderr()).toContain("theme.client.js")
    expect(readdirSync(built)).toEqual(expect.arrayContaining(["index.html.br", "sign-in.html.br"]))
  })
})

test("this repository serves all of it", async () => {
  const server = await startKeyward({ engine: "sqlite" })
  await expectWholeDashboard(server.url)
  await server.stop()
})
