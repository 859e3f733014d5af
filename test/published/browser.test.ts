import { afterAll, beforeAll, expect, test } from "bun:test"
import { createKey } from "../harness/fixtures.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { openBrowser } from "../services/browser.ts"

const server = serveKeyward({ engine: "sqlite" })
const browser = openBrowser()
let site: Bun.Server<undefined>

/** A site that serves the client, and hands calls on to Keyward under its own origin. */
beforeAll(async () => {
  const { outputs } = await Bun.build({ entrypoints: ["sdk/src/index.ts"], target: "browser", minify: true })
  const code = (await outputs[0]?.text()) ?? ""
  site = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      const { pathname } = new URL(request.url)
      if (pathname === "/client.js") return new Response(code, { headers: { "Content-Type": "text/javascript" } })
      if (pathname.startsWith("/v2/")) return fetch(server.url + pathname, request)
      return new Response("<!doctype html><title>A page</title>", { headers: { "Content-Type": "text/html" } })
    },
  })
})
afterAll(() => site.stop(true))

test("the client works in a browser: results, refusals and faults alike", async () => {
  const { key, keyId } = await createKey(server)
  const page = await (await browser().newContext()).newPage()
  await page.goto(site.url.href)
  const program = `(async () => {
    const { createKeyward, KeywardError } = await import("/client.js")
    const keyward = createKeyward({ url: location.origin, key: ${JSON.stringify(key)} })
    const self = await keyward.keys.whoami()
    const refused = await keyward.apis.listApis()
    const nobody = createKeyward({ url: "http://127.0.0.1:1", key: "k", retries: 0 })
    const away = await nobody.apis.listApis()
    const revoked = await keyward.keys.revokeSelf()
    return {
      keyId: self.data.keyId,
      refused: [refused.error instanceof KeywardError, refused.error.status, refused.error.code],
      away: away.error.code,
      revoked: revoked.error === undefined,
      after: (await keyward.keys.whoami()).error.code,
    }
  })()`
  expect(await page.evaluate<unknown>(program)).toEqual({
    keyId,
    refused: [true, 403, "authorization/insufficient_permissions"],
    away: "client/unreachable",
    revoked: true,
    after: "authentication/key_not_found",
  })
})
