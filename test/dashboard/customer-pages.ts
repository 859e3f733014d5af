import { beforeAll } from "bun:test"
import type { TestOptions } from "../harness/harness.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import type { TestBrowser } from "../services/browser.ts"
import { ownersPages } from "./visit.ts"

/** A server with one API, and the pages of its customers as the owner of the workspace sees them. */
export function customerPages(browser: () => TestBrowser, options: Partial<TestOptions> = {}) {
  const server = serveKeyward({ engine: "sqlite", ...options })
  const pages = ownersPages(browser, server)
  let apiId: string
  beforeAll(async () => {
    apiId = (await server.ok("apis.createApi", { name: "Payments" })).apiId
  })
  return {
    ...pages,
    server,
    createKey: (fields: object) => server.ok("keys.createKey", { apiId, ...fields }),
    async verify(key: string, call: object = {}): Promise<string> {
      return String((await server.ok("keys.verifyKey", { key, ...call })).code)
    },
    async pathOf(externalId: string): Promise<string> {
      return `/customers/${(await server.ok("identities.getIdentity", { externalId })).id}`
    },
  }
}
