import { expect, test } from "bun:test"
import { guideTo } from "../../dashboard/src/shell/guides.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"

const server = serveKeyward({ engine: "sqlite" })

/** The pages where the search for links begins. Everything that they lead to is read too. */
const starts = ["/docs", "/reference", "/api-reference/errors-v2/service"]
const isPage = (path: string) => starts.some((start) => path === start || path.startsWith(`${start}/`))

interface ReadPage {
  readonly status: number
  readonly ids: ReadonlySet<string>
  readonly links: readonly string[]
}

async function read(path: string): Promise<ReadPage> {
  const Host = new URL(server.url).host.replace("127.0.0.1", "localhost")
  const response = await fetch(`${server.url}${path}`, { headers: { Accept: "text/html", Host }, redirect: "manual" })
  const isHtml = response.headers.get("content-type")?.startsWith("text/html") === true
  const text = isHtml ? await response.text() : ""
  const attributes = (name: string) =>
    [...text.matchAll(new RegExp(`\\s${name}="([^"]*)"`, "g"))].map(([, value = ""]) => value)
  return {
    status: response.status,
    ids: new Set(attributes("id")),
    links: [...attributes("href"), ...attributes("src")],
  }
}

test("every link and every anchor of the docs, the reference and the errors leads somewhere, and the search too", async () => {
  const pages = new Map<string, ReadPage>()
  const found: { readonly from: string; readonly path: string; readonly anchor: string }[] = []
  const note = (from: string, link: string) => {
    const [path = "", anchor = ""] = link.split("#")
    found.push({ from, path: path === "" ? from : path, anchor: decodeURIComponent(anchor) })
  }
  for (const start of starts) note("the test", start)
  const { entries } = await (await fetch(`${server.url}/search.json`)).json()
  for (const { path } of entries) note("the search", path)
  const places = ["keys", "customers", "permissions", "ratelimits", "verifications", "events", "root-keys", "members"]
  for (const place of [...places, "", "apis", "account", "settings"]) note("the dashboard", guideTo(`/w/ws_1/${place}`))
  for (const path of ["/operator/nodes", "/account"]) note("the dashboard", guideTo(path))
  for (let next = 0; next < found.length; next++) {
    const { path } = found[next] ?? { path: "/" }
    if (pages.has(path)) continue
    const page = await read(path)
    pages.set(path, page)
    if (!isPage(path)) continue
    for (const link of page.links.filter((one) => /^[/#]/.test(one))) note(path, link)
  }
  const broken = found.filter(({ path, anchor }) => {
    const page = pages.get(path)
    // The start page sends a browser to the sign-in.
    if (page === undefined || (page.status !== 200 && path !== "/")) return true
    return anchor !== "" && !page.ids.has(anchor)
  })
  expect([...new Set(broken.map(({ from, path, anchor }) => `${from} -> ${path}#${anchor}`))]).toEqual([])
  expect(pages.size).toBeGreaterThan(80)
})
