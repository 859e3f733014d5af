import { describe, expect, test } from "bun:test"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { addPerson } from "../people/person.ts"
import { openBrowser } from "../services/browser.ts"
import { originOf, setUp, signInAs, visitor } from "./visit.ts"

const browser = openBrowser()

describe("a newcomer", () => {
  const server = serveKeyward({ engine: "sqlite" })
  const open = visitor(browser)

  test("gets from the setup link to a verified key and a chart that shows it", async () => {
    const page = await open()
    await setUp(page, server)
    await page.getByLabel("Name of the API").fill("Payments")
    await page.getByRole("button", { name: "Create API" }).click()
    await page.getByRole("button", { name: "Create key" }).click()
    await page.getByText("This is the key.").waitFor()
    // The key is gone with the page that showed it, but not the way on.
    await page.reload()
    await page.getByRole("button", { name: "Create root key" }).click()
    await page.getByText("Waiting for your first request").waitFor()
    const send = async () => {
      const command = await page.locator("pre", { hasText: "curl" }).textContent()
      const curl = Bun.spawn(["sh", "-c", `${command} --silent`], { stdout: "pipe" })
      return JSON.parse(await new Response(curl.stdout).text()).data
    }
    expect((await send()).code).toBe("NOT_FOUND")
    await page.getByText("1 request came, but this workspace does not have the key that was sent.").waitFor()
    expect(await page.getByText("Waiting for your first request").count()).toBe(0)
    await page.getByRole("button", { name: "Create another key" }).click()
    await page.getByText("This is the key.").waitFor()
    expect((await send()).valid).toBe(true)
    // The same page, without a reload.
    await page.getByText("It works").waitFor()
    // What is shown only once stays, and the sample below needs the root key.
    await page.getByText("This is the key. It is shown only once").waitFor()
    await page.locator("pre", { hasText: /^export KEYWARD_URL=http.*\nexport KEYWARD_KEY=kw_root_/ }).waitFor()
    await page.getByRole("main").getByRole("list").getByRole("link", { name: "Another key" }).first().waitFor()
    await page.getByRole("button", { name: "As table" }).click()
    await page.getByRole("columnheader", { name: "VALID" }).waitFor()
    await page.getByRole("cell", { name: "1", exact: true }).first().waitFor()
    expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, location.href]))).not.toContain("kw_root")
  })

  test("who works in the terminal sees the steps tick too, and then nothing asks for them again", async () => {
    const other = await server.createWorkspace("Terminal")
    const { email } = await addPerson(server, { ...other, role: "owner" })
    const page = await open()
    await signInAs(page, originOf(server), email)
    await page.getByLabel("Name of the API").waitFor()
    const root = { key: other.rootKey }
    const { apiId } = await server.ok("apis.createApi", { name: "Payments" }, root)
    const { key } = await server.ok("keys.createKey", { apiId }, root)
    await server.ok("keys.verifyKey", { key }, root)
    await page.getByText("It works").waitFor()
    const questions: string[] = []
    page.on("request", (request) => {
      if (request.url().includes("getVerifications")) questions.push(request.postData() ?? "")
    })
    const chartIsRead = () =>
      page.waitForRequest((request) => request.postData()?.includes('"interval":"hour"') ?? false)
    await chartIsRead()
    await chartIsRead()
    // A slow server makes the page read everything again, the chart too. A step that polls is asked for more often than it.
    const count = (part: string) => questions.filter((question) => question.includes(part)).length
    expect(count('"from":0')).toBeLessThan(count('"interval":"hour"'))
  })
})
