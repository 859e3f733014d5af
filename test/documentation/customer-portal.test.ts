import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { createApi } from "../harness/fixtures.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { until } from "../harness/until.ts"
import { type ChildProcess, startProcess } from "../services/child-process.ts"

describe("the example of a key page of your own", () => {
  const keyward = serveKeyward({ engine: "sqlite" })
  let portal: ChildProcess | undefined
  let url = ""

  beforeAll(async () => {
    const apiId = await createApi(keyward)
    const rootKey = async (...actions: readonly string[]): Promise<string> => {
      const permissions = actions.map((action) => `api.${apiId}.${action}`)
      return (await keyward.ok("rootKeys.createRootKey", { permissions })).rootKey
    }
    portal = startProcess({
      // The paths of the repository lead to the source of the client, which no test has to build first.
      command: [process.execPath, "--tsconfig-override=tsconfig.json", "examples/customer-portal/server.ts"],
      env: {
        PORT: "0",
        API_ID: apiId,
        KEYWARD_URL: keyward.url,
        ISSUER_KEY: await rootKey("create_key", "read_key", "delete_key", "read_usage"),
        VERIFIER_KEY: await rootKey("verify_key"),
      },
    })
    url = (await portal.waitForOutput(/http:\/\/localhost:\d+/))[0]
  })

  afterAll(async () => {
    portal?.kill("SIGTERM")
    await portal?.exit
  })

  const statusWith = async (key: string) => {
    const { status } = await fetch(`${url}/v1/forecast`, { headers: { Authorization: `Bearer ${key}` } })
    return status
  }

  /** A browser in which the customer has signed in. */
  async function signIn(name: string) {
    const post = (path: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
      fetch(url + path, {
        method: "POST",
        redirect: "manual",
        headers: { Origin: url, ...headers },
        body: new URLSearchParams(fields),
      })
    const entered = await post("/sign-in", { email: `${name}@example.com`, password: `${name}-secret` })
    const Cookie = entered.headers.get("set-cookie")?.split(";")[0] ?? ""
    return {
      post: (path: string, fields?: Record<string, string>, headers?: Record<string, string>) =>
        post(path, fields, { Cookie, ...headers }),
      page: async () => (await fetch(url, { headers: { Cookie } })).text(),
      async createKey(keyName: string) {
        const shown = await (await post("/keys", { name: keyName }, { Cookie })).text()
        return /<code>(\w+)<\/code>/.exec(shown)?.[1] ?? ""
      },
    }
  }

  const idsOn = (page: string) => [...page.matchAll(/\/keys\/(\w+)\/revoke/g)].map(([, id = ""]) => id)

  test("asks strangers to sign in, and refuses a wrong password and forms of other sites", async () => {
    const page = await fetch(url, { redirect: "manual" })
    expect([page.status, page.headers.get("location")]).toEqual([302, "/sign-in"])
    const fields = new URLSearchParams({ email: "ada@example.com", password: "bob-secret" })
    const wrong = await fetch(`${url}/sign-in`, { method: "POST", headers: { Origin: url }, body: fields })
    expect(wrong.status).toBe(401)
    const ada = await signIn("ada")
    expect((await ada.post("/keys", { name: "Laptop" }, { Origin: "https://evil.example.com" })).status).toBe(403)
  })

  test("shows a key once, then only its start, its name as text and its usage", async () => {
    const ada = await signIn("ada")
    const key = await ada.createKey("<b>Laptop</b>")
    expect(await statusWith(key)).toBe(200)
    await until(async () => (await ada.page()).includes("<td>1</td>"), ada.page)
    const page = await ada.page()
    expect(page).toContain("&lt;b&gt;Laptop&lt;/b&gt;")
    expect(page).not.toContain(key)
    expect(page).toContain(`${key.slice(0, 4)}…`)
  })

  test("lets customers change only their own keys", async () => {
    const [ada, bob] = [await signIn("ada"), await signIn("bob")]
    const key = await bob.createKey("Server")
    const [keyId = ""] = idsOn(await bob.page())
    for (const change of ["reroll", "revoke"]) {
      expect((await ada.post(`/keys/${keyId}/${change}`)).status).toBe(404)
      expect((await ada.post(`/keys/key_unknown/${change}`)).status).toBe(404)
    }
    expect(idsOn(await ada.page())).not.toContain(keyId)
    expect(await statusWith(key)).toBe(200)
    expect((await bob.post(`/keys/${keyId}/reroll`)).status).toBe(200)
    expect(await statusWith(key)).toBe(200)
    expect((await bob.post(`/keys/${keyId}/revoke`)).status).toBe(302)
    expect(await statusWith(key)).toBe(401)
  })

  test("issues ten keys to a customer and no more", async () => {
    const bob = await signIn("bob")
    for (let count = idsOn(await bob.page()).length; count < 10; count += 1) await bob.createKey("Another")
    expect((await bob.post("/keys", { name: "Too many" })).status).toBe(409)
    expect(idsOn(await bob.page())).toHaveLength(10)
  })
})
