import { beforeAll, describe, expect, test } from "bun:test"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { until } from "../harness/until.ts"
import { openBrowser } from "../services/browser.ts"
import { ownersPages } from "./visit.ts"

const browser = openBrowser()

/** Two keys lack a permission that their calls ask for, and no log knows it. */
describe("without the refused calls in the log", () => {
  const server = serveKeyward({ engine: "sqlite", environment: { KEYWARD_VERIFICATION_LOG: "off" } })
  const { pageAt } = ownersPages(browser, server)
  let keyId: string
  let identityId: string

  beforeAll(async () => {
    const { apiId } = await server.ok("apis.createApi", { name: "Payments" })
    const created = await server.ok("keys.createKey", { apiId, name: "Reports", externalId: "northwind" })
    keyId = created.keyId
    identityId = (await server.ok("identities.getIdentity", { externalId: "northwind" })).id
    for (const _ of [1, 2, 3]) await server.ok("keys.verifyKey", { key: created.key, permissions: "reports.read" })
    await until(async () => {
      const { total } = await server.ok("usage.getVerifications", { from: Date.now() - 3_600_000, interval: "minute" })
      return total === 3
    })
  })

  test.each(["customers", "keys"])(
    "the tab Incident of %s says that the call is not known, and never that it would be accepted",
    async (kind) => {
      const page = await pageAt(`/${kind}/${kind === "keys" ? keyId : identityId}?tab=incident`)
      await page.getByText("The refused call was not found in the log").waitFor()
      await page.getByText("A call without permissions and address, at a cost of 1, would pass now.").waitFor()
      expect(await page.getByText("Would be accepted now").count()).toBe(0)
    },
  )

  test("the page of a key says above its verdict that all calls of the last hour were refused", async () => {
    const page = await pageAt(`/keys/${keyId}`)
    await page.getByText("Refused in the last hour: 3 of 3 for INSUFFICIENT_PERMISSIONS").waitFor()
    await page
      .getByText("The refused calls were not found in the log. They may ask for more than these inputs.")
      .waitFor()
  })
})
