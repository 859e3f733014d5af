import { describe, expect, test } from "bun:test"
import { existsSync, readFileSync, statSync } from "node:fs"
import { runHere, startCli } from "../../../test/cli/cli.ts"
import { serveLogins } from "../../../test/cli/logins.ts"
import { approve, findLogin } from "../../../test/people/device-login.ts"
import { addPerson, inBrowser } from "../../../test/people/person.ts"
import { openerFor } from "../terminal/open-browser.ts"

const { server, folder, file, env } = serveLogins()

/** `keyward login --web` in a terminal, once it shows its code. */
async function startLogin() {
  const child = startCli(["login", "--web", "--url", server.url], { KEYWARD_CONFIG_DIR: folder, USER: "ada" })
  const [, userCode = ""] = await child.waitForOutput(/^ {2}([A-Z]{4}-[A-Z]{4})$/m)
  const person = await addPerson(server, { ...server, role: "owner" })
  const login = { userCode, deviceCode: "", url: "", expires: 0, interval: 0 }
  return { child, person, loginId: await findLogin(server, person, login) }
}

describe("login --web", () => {
  test("stores a root key that was made for this terminal, for the owner only, and never shows it", async () => {
    const { child, person, loginId } = await startLogin()
    expect((await approve(server, person, { loginId, access: "full" })).status).toBe(200)
    expect(await child.exit).toEqual({ code: 0, signal: null })
    const { key, url } = JSON.parse(readFileSync(file, "utf8")).profiles.default
    expect(url).toBe(server.url)
    expect(child.stdout() + child.stderr()).not.toContain(key)
    expect(child.stderr()).toContain(`${server.url.replace("127.0.0.1", "localhost")}/device`)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const rootKey = await server.ok("rootKeys.getRootKey", {}, { key })
    expect(rootKey).toMatchObject({ name: expect.stringMatching(/^ada@/), createdBy: person.userId })
    expect((await runHere(["apis", "list"], { env })).code).toBe(0)
  })

  test("stores nothing if the person refuses", async () => {
    const { child, person, loginId } = await startLogin()
    await server.ok("deviceLogins.denyLogin", { loginId }, inBrowser(person))
    expect(await child.exit).toEqual({ code: 1, signal: null })
    expect(child.stderr()).toContain("The login was refused in the browser. Nothing was stored.")
    expect(existsSync(file)).toBe(false)
  })

  test("needs no key file, and says so", async () => {
    const { code, stderr } = await runHere(["login", "--web", "--key-file", "key", "--url", server.url], { env })
    expect(code).toBe(2)
    expect(stderr).toContain("--web makes a key. Remove --key-file.")
  })
})

test("a browser is opened only where somebody sees it", () => {
  expect(openerFor("darwin", {})).toEqual(["open"])
  expect(openerFor("linux", { DISPLAY: ":0" })).toEqual(["xdg-open"])
  expect(openerFor("linux", {})).toBeUndefined()
  expect(openerFor("darwin", { SSH_CONNECTION: "10.0.0.1 1 10.0.0.2 22" })).toBeUndefined()
})
