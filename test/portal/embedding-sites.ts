import { startKeyward, type TestServer } from "../harness/harness.ts"
import { startTlsSite, type TlsSite } from "../services/tls-site.ts"
import { type PortalSeed, seedPortal } from "./page-seed.ts"

/** Three sites: to browsers, every name below `localhost` is one of its own. */
export interface EmbeddingSites {
  readonly server: TestServer
  readonly portal: TlsSite
  /** May embed the portal. The same page is under other names, which may not. */
  readonly shop: TlsSite
  /** Each link that the shop has asked for. */
  readonly links: readonly string[]
  stop(): Promise<void>
}

export async function startEmbeddingSites(): Promise<EmbeddingSites> {
  const script = await clientScript()
  const links: string[] = []
  let server: TestServer
  let seed: PortalSeed
  const portal = startTlsSite("portal.localhost", async (request) => {
    const { pathname } = new URL(request.url)
    return fetch(`${server.url}${pathname}`, {
      method: request.method,
      headers: request.headers,
      // The browser reads what the server has compressed.
      decompress: false,
      redirect: "manual",
      ...(request.method === "POST" && { body: await request.text() }),
    })
  })
  const shop = startTlsSite("shop.localhost", async (request) => {
    const { pathname } = new URL(request.url)
    if (pathname === "/portal.js") return new Response(script, { headers: { "Content-Type": "text/javascript" } })
    if (pathname !== "/link") return new Response(shopPage, { headers: { "Content-Type": "text/html" } })
    const url = await seed.link()
    links.push(url)
    return new Response(url)
  })
  server = await startKeyward({ engine: "sqlite", environment: { KEYWARD_PORTAL_URL: portal.origin } })
  seed = await seedPortal(server, { frameAncestors: [shop.origin] })
  return {
    server,
    portal,
    shop,
    links,
    async stop() {
      await server.stop()
      portal.stop()
      shop.stop()
    },
  }
}

/** Mounts the portal as the guide says, and keeps what it hears. */
const shopPage = `<!doctype html><title>Shop</title><div id="keys"></div>
<script type="module">
import { mountPortal } from "/portal.js"
globalThis.heard = []
addEventListener("message", ({ data }) => heard.push(data))
mountPortal(document.getElementById("keys"), async () => (await fetch("/link")).text())
</script>`

async function clientScript(): Promise<string> {
  const { outputs } = await Bun.build({ entrypoints: ["sdk/src/mount-portal.ts"], target: "browser", format: "esm" })
  return (await Promise.all(outputs.map((one) => one.text()))).join("")
}
