import { describe, test } from "bun:test"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { addPerson } from "../people/person.ts"
import { openBrowser } from "../services/browser.ts"
import { originOf, visitor } from "./visit.ts"

const browser = openBrowser()

describe("a workspace that allows few requests a minute", () => {
  const minute = Date.parse("2026-03-01T12:00:00Z")
  const server = serveKeyward({ engine: "sqlite", clock: { now: minute } })
  const open = visitor(browser)

  test("limits a person who signed in with its root key, and the page says how long to wait", async () => {
    // Without a user, the page for signing in shows the field for a key at once.
    await addPerson(server, { ...server, role: "viewer" })
    const { workspaceId, rootKey } = await server.createWorkspace("Small")
    const limits = { workspaceId, limits: { requestsPerMinute: 1 } }
    await server.ok("workspaces.updateWorkspace", limits, server.operator)
    const page = await open({}, /429/)
    await page.goto(`${originOf(server)}/sign-in`)
    await page.getByText("Use a key instead").click()
    await page.getByLabel("Root key or operator key").fill(rootKey)
    await page.getByRole("button", { name: "Sign in with the key" }).click()
    await page.getByRole("navigation", { name: "Pages" }).waitFor()
    await page.goto(`${originOf(server)}/w/${workspaceId}/apis`)
    await page.getByText("This could not be loaded").waitFor()
    await page
      .getByText("The workspace has reached its limit of requests per minute. Try again in 60 s.")
      .first()
      .waitFor()
  })
})
