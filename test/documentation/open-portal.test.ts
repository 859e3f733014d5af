import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { symlinkSync } from "node:fs"
import { join } from "node:path"
import { builtExecutable } from "../cli/cli.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { openLink } from "../portal/customer.ts"
import { type ChildProcess, startProcess } from "../services/child-process.ts"
import { temporaryFolder } from "../services/temporary-folder.ts"
import { blocksIn } from "./page.ts"

const here = process.cwd()
const folder = temporaryFolder()
afterAll(() => folder.remove())

/** What the blocks of the guide leave to their readers: who has signed in. */
const surroundings = `
const customerIn = (cookie) =>
  cookie === "session=ada" ? { id: "customer_1", company: "Acme Ltd", person: "Ada Lovelace" } : undefined
function requireCustomer(request, response, next) {
  response.locals.customer = customerIn(request.headers.cookie)
  return response.locals.customer ? next() : response.sendStatus(401)
}
let request
async function currentCustomer() {
  const customer = customerIn(request.headers.get("cookie"))
  if (!customer) throw new Error("Nobody has signed in.")
  return customer
}
`

/** Blocks that change the one portal of a workspace, which other pages use at the same time. */
const commands = ["configure", "open", "look"].map((name) => {
  const [block] = blocksIn("docs/guides/customer-portal.md").filter((one) => one.name === name)
  if (block === undefined) throw new Error(`The guide has no block with the name ${name}.`)
  return block.text
})

function blockWith(text: string): string {
  const [block] = blocksIn("docs/guides/customer-portal.md").filter(
    (one) => one.language === "ts" && one.text.includes(text),
  )
  if (block === undefined) throw new Error(`The guide has no block with ${text}.`)
  expect(block.text.split("\n").filter((line) => line.trim() !== "").length).toBeLessThanOrEqual(10)
  return block.text
    .replaceAll('"@keyward/client"', JSON.stringify(join(here, "sdk/src/index.ts")))
    .replaceAll('"express"', JSON.stringify(join(here, "node_modules/express/index.js")))
    .replaceAll('"next/server"', JSON.stringify(join(here, "node_modules/next/server.js")))
}

const applications = {
  Express: () => `${blockWith("express()")}
app.listen(0, function () { console.log("port", this.address().port) })`,
  "Next.js": () => `${blockWith("next/server")}
const server = Bun.serve({
  port: 0,
  fetch(received) {
    request = received
    return POST()
  },
  error: () => new Response(null, { status: 500 }),
})
console.log("port", server.port)`,
}

describe("the guide to the customer portal", () => {
  const keyward = serveKeyward({ engine: "sqlite" })
  const running: ChildProcess[] = []
  let rootKey = ""
  beforeAll(async () => {
    // The permissions that the guide names, and no others.
    rootKey = await keyward.createRootKey(["portal.*.create_session", "identity.*.create_identity"])
  })
  afterAll(async () => {
    for (const application of running) application.kill("SIGTERM")
    await Promise.all(running.map(({ exit }) => exit))
  })

  test("has commands that switch the portal on, open it, and give it texts", async () => {
    symlinkSync(builtExecutable(), join(folder.path, "keyward"))
    const env = { KEYWARD_URL: keyward.url, KEYWARD_KEY: keyward.rootKey, PATH: `${folder.path}:${process.env.PATH}` }
    const shell = startProcess({ command: ["sh", "-euc", commands.join("\n")], env })
    const { code } = await shell.exit
    expect(code, shell.stderr()).toBe(0)
    const [, reply = ""] = shell.stdout().split("\n")
    const { data } = JSON.parse(reply)
    const customer = await openLink(keyward, data.url)
    const { session, branding, texts, apis } = await customer.ok("portal.getView")
    expect([session.customer, branding.name, branding.accent, apis[0].name]).toEqual([
      "Acme Ltd",
      "Acme",
      "#5b3df5",
      "Acme API",
    ])
    expect(texts.en["secret.example"]).toContain("Bearer {key}")
  })

  test.each(Object.entries(applications))(
    "has a block for %s that opens the portal for who has signed in",
    async (name, source) => {
      const file = join(folder.path, `${name}.ts`)
      await Bun.write(file, `${surroundings}\n${source()}`)
      const env = { KEYWARD_URL: keyward.url, KEYWARD_KEY: rootKey }
      const application = startProcess({ command: [process.execPath, file], env })
      running.push(application)
      const [, port] = await application.waitForOutput(/port (\d+)/)
      const post = (headers: Readonly<Record<string, string>>) =>
        fetch(`http://localhost:${port}/keys`, { method: "POST", headers, redirect: "manual" })
      const stranger = await post({})
      expect(stranger.status).toBeGreaterThanOrEqual(400)
      expect(stranger.headers.get("location")).toBeNull()
      const { status, headers } = await post({ Cookie: "session=ada" })
      expect(status).toBe(303)
      const customer = await openLink(keyward, headers.get("location") ?? "")
      const { session } = await customer.ok("portal.getView")
      expect(session).toMatchObject({ customer: "Acme Ltd", actor: "Ada Lovelace" })
      const [opened] = await keyward.ok("portal.listSessions", { identity: "customer_1" })
      expect(opened.sessionId).toBe(customer.sessionId)
    },
  )
})
