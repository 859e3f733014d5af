import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import type { Server } from "bun"
import { operatorKey, startCluster, type TestCluster } from "../harness/nodes.ts"
import { password } from "../people/person.ts"
import { openBrowser } from "../services/browser.ts"
import { visitor } from "./visit.ts"

const browser = openBrowser()

/** Every request goes to the next node, as behind a load balancer. */
describe("two nodes behind one address", () => {
  const open = visitor(browser)
  let cluster: TestCluster
  let balancer: Server<undefined>
  beforeAll(async () => {
    let count = 0
    balancer = Bun.serve({
      port: 0,
      // A stream is silent for longer than the usual ten seconds.
      idleTimeout: 0,
      fetch(request) {
        count += 1
        const node = cluster.nodes[count % cluster.nodes.length]
        return node?.app.handle(request) ?? new Response(null, { status: 502 })
      },
    })
    cluster = await startCluster(2, { publicUrl: `http://localhost:${balancer.port}` })
  })
  afterAll(async () => {
    await cluster.stop()
    await balancer.stop(true)
  })

  test("are one dashboard: an invitation, a key and its end take effect on both", async () => {
    const [first, second] = cluster.nodes
    if (first === undefined || second === undefined) throw new Error("There are two nodes.")
    const invited = { email: "mara@acme.dev", role: "owner" }
    const { url } = await first.ok("members.inviteMember", invited, cluster.rootKey)
    const page = await open()
    await page.goto(url)
    await page.getByLabel("Your name").fill("Mara Klein")
    await page.getByLabel("Choose a password").fill(password)
    await page.getByRole("button", { name: "Create account and join" }).click()
    await page.getByRole("heading", { name: "Overview" }).waitFor()
    await page.getByRole("link", { name: "Keys", exact: true }).first().click()
    await page.getByRole("link", { name: "Create key" }).first().click()
    await page.getByLabel("Name").fill("Checkout")
    await page.getByRole("button", { name: "Create key" }).click()
    await page.getByText("This is the only time the key is shown").waitFor()
    const secret = (await page.locator("pre").first().textContent()) ?? ""
    const verdicts = async () => [await cluster.verify(first, secret), await cluster.verify(second, secret)]
    expect(await verdicts()).toEqual(["VALID", "VALID"])
    await page.getByLabel("I have stored it").check()
    await page.getByRole("link", { name: "Open the key" }).click()
    await page.getByRole("button", { name: "Disable", exact: true }).click()
    await page.getByText(/^In effect on 2 nodes after [\d,]+ ms\.$/).waitFor()
    expect(await verdicts()).toEqual(["DISABLED", "DISABLED"])
  })

  test("show the operator that a node has lost its lease, and that it has one again", async () => {
    const page = await open()
    await page.goto(`http://localhost:${balancer.port}/sign-in?next=/operator/nodes`)
    await page.getByText("Use a key instead").click()
    await page.getByLabel("Root key or operator key").fill(operatorKey)
    await page.getByRole("button", { name: "Sign in with the key" }).click()
    await page.getByRole("table").waitFor()
    const banner = page.getByText(/no lease\. Such a node reads from the database/)
    // A node has its lease back soon after each cut.
    while ((await banner.count()) === 0) {
      await cluster.admin`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'keyward feed'`
    }
    await banner.waitFor({ state: "detached" })
  })
})
