import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { blocksIn } from "../documentation/page.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { followed } from "../requests/follow.ts"
import { type Gateway, type GatewayName, startGateway } from "../services/gateway.ts"

const page = "docs/guides/behind-a-proxy.md"

/** The configuration of the page. Only its addresses are replaced, and it serves without TLS. */
function configured(language: string, ports: { readonly port: number; readonly upstream: number }): string {
  const block = blocksIn(page).find((one) => one.language === language)?.text ?? ""
  const replaced = block
    .replaceAll("127.0.0.1:8080", `127.0.0.1:${ports.upstream}`)
    .replace("listen 443 ssl http2;", `listen 127.0.0.1:${ports.port};`)
    .replaceAll(/^ *ssl_.*\n/gm, "")
    .replace(/^server \{\n {2}listen 80;[\s\S]*?^\}\n/m, "")
    .replace(/^keys\.example\.com \{/m, `http://127.0.0.1:${ports.port} {`)
  expect(replaced).toContain(`127.0.0.1:${ports.port}`)
  expect(replaced).toContain(`127.0.0.1:${ports.upstream}`)
  return replaced
}

const proxies: readonly (readonly [GatewayName, string])[] = [
  ["nginx", "nginx"],
  ["caddy", "caddyfile"],
]

describe.each([...proxies])("%s, configured as the guide says,", (program, language) => {
  const keyward = serveKeyward({ engine: "sqlite" })
  let proxy: Gateway
  beforeAll(async () => {
    const upstream = Number(new URL(keyward.url).port)
    proxy = await startGateway(program, ({ port }) => configured(language, { port, upstream }))
  })
  afterAll(() => proxy.stop())

  const open = (after?: string) =>
    fetch(`${proxy.url}/v2/events.stream`, {
      headers: { Authorization: `Bearer ${keyward.rootKey}`, ...(after !== undefined && { "Last-Event-ID": after }) },
    })
  const rename = (name: string) => keyward.ok("workspaces.updateWorkspace", { name })

  test("passes on what a stream sends at once, and goes on after the last event", async () => {
    const stream = followed(await open())
    await rename("First")
    // Resolves only if the proxy does not wait for the end of the response.
    const [first] = await stream.first(1)
    await rename("Second")
    await stream.first(2)
    stream.leave()
    const resumed = followed(await open(first?.id))
    const [second] = await resumed.first(1)
    expect(second?.data.changes.after?.name).toBe("Second")
    resumed.leave()
  })

  test("hides what is not for the public, and passes on the rest", async () => {
    const statusOf = async (path: string) => (await fetch(`${proxy.url}${path}`)).status
    expect(await statusOf("/v2/liveness")).toBe(200)
    expect([await statusOf("/metrics"), await statusOf("/readyz")]).toEqual([404, 404])
  })
})
