import { beforeAll, describe, expect, test } from "bun:test"
import { keyOperations as declared } from "../../src/operations/index.ts"
import { createKey } from "../../test/harness/fixtures.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { startProcess } from "../../test/services/child-process.ts"
import { createKeyward, type Keyward, KeywardError, unwrap } from "./index.ts"

const server = serveKeyward({ engine: "sqlite" })
let keyward: Keyward

beforeAll(async () => {
  keyward = createKeyward({ url: server.url, key: server.rootKey })
})

test("has one method for every operation, and no other", () => {
  const names = Object.entries(keyward).flatMap(([resource, methods]) =>
    Object.keys(methods).map((name) => `${resource}.${name}`),
  )
  expect(names).toEqual(declared.map(({ name }) => name))
})

describe("a call", () => {
  test("gives data, and its type is known once there is no error", async () => {
    const { data, error, requestId, headers } = await keyward.apis.createApi({ name: "Payments" })
    if (error) throw error
    const apiId: string = data.apiId
    expect(apiId).toMatch(/^api_/)
    expect(requestId).toMatch(/^req_/)
    expect(headers.get("x-request-id")).toBe(requestId ?? null)
  })

  test("needs no input where no member is required", async () => {
    const { data } = await keyward.rootKeys.getRootKey()
    expect(data).toMatchObject({ rootKeyId: server.rootKeyId })
  })

  test("takes members that are undefined as absent", async () => {
    const { data } = await keyward.identities.createIdentity({ externalId: "undefined-member", meta: undefined })
    expect(data?.identityId).toMatch(/^id_/)
  })

  test("sends what is not ASCII unharmed", async () => {
    const meta = { name: "Zoë 🗝", nested: { deep: [1, null] } }
    const { identityId } = await unwrap(keyward.identities.createIdentity({ externalId: "ünïcode", meta }))
    expect(await unwrap(keyward.identities.getIdentity({ identityId }))).toMatchObject({ externalId: "ünïcode", meta })
  })

  test("says that a key is invalid as data, since the call has done what it should", async () => {
    const { data, error } = await keyward.keys.verifyKey({ key: "nobody" })
    expect(error).toBeUndefined()
    expect(data).toEqual({ valid: false, code: "NOT_FOUND" })
  })
})

describe("a refusal", () => {
  test("is one error with code, status, detail, request id and every violation", async () => {
    const { data, error } = await keyward.apis.createApi({ name: "" })
    expect(data).toBeUndefined()
    expect(error).toBeInstanceOf(KeywardError)
    expect(error).toBeInstanceOf(Error)
    expect(error?.message).toContain("apis.createApi (application/invalid_input): The request has 1 invalid field.")
    expect(error?.message).toContain("body.name ")
    expect(error?.message).toContain(`[${error?.requestId}]`)
    expect(error).toMatchObject({
      name: "KeywardError",
      operation: "apis.createApi",
      code: "application/invalid_input",
      status: 400,
      detail: "The request has 1 invalid field.",
      requestId: expect.stringMatching(/^req_/),
      type: expect.stringMatching(/\/api-reference\/errors-v2\/service\/application\/invalid_input$/),
      errors: [{ location: "body.name", message: expect.any(String) }],
    })
  })

  test("is thrown by unwrap", async () => {
    const refused = unwrap(keyward.identities.getIdentity({ externalId: "nobody" }))
    const error = await refused.catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(KeywardError)
    expect(error).toMatchObject({ code: "data/identity_not_found", status: 404 })
  })

  test("of the calling key tells nothing of that key", async () => {
    const secret = "kw_root_nobody_knows_me"
    const { error } = await createKeyward({ url: server.url, key: secret }).apis.listApis()
    expect(error).toMatchObject({ code: "authentication/key_not_found", status: 401 })
    expect(Bun.inspect(error) + JSON.stringify(error)).not.toContain(secret)
  })
})

describe("a list", () => {
  test("comes as one page with what is needed for the next", async () => {
    const { apiId } = await createKey(server)
    for (const name of ["b", "c"]) await createKey(server, { apiId, name })
    const first = await keyward.apis.listKeys({ apiId, limit: 2 })
    if (first.error) throw first.error
    expect(first.data).toHaveLength(2)
    expect(first.pagination).toEqual({ hasMore: true, cursor: expect.any(String) })
    const second = await keyward.apis.listKeys({ apiId, limit: 2, cursor: first.pagination.cursor })
    if (second.error) throw second.error
    expect(second.data.map(({ name }) => name)).toEqual(["c"])
    expect(second.pagination).toEqual({ hasMore: false })
  })

  test("as a whole is a loop over its items, page by page as they are used", async () => {
    const { apiId } = await createKey(server, { name: "0" })
    for (const name of ["1", "2", "3", "4"]) await createKey(server, { apiId, name })
    let pages = 0
    const { apis } = createKeyward({
      url: server.url,
      key: server.rootKey,
      fetch: (url, init) => {
        pages += 1
        return fetch(url, init)
      },
    })
    const names: (string | undefined)[] = []
    for await (const key of apis.listKeys.all({ apiId, limit: 2 })) names.push(key.name)
    expect(names).toEqual(["0", "1", "2", "3", "4"])
    expect(pages).toBe(3)
    for await (const key of apis.listKeys.all({ apiId, limit: 2 })) if (key.name === "1") break
    expect(pages).toBe(3 + 1)
  })

  test("as a whole throws what a page is refused with", async () => {
    const loop = async () => {
      for await (const _ of keyward.apis.listKeys.all({ apiId: "api_unknown" }));
    }
    expect(await loop().catch((thrown: unknown) => thrown)).toMatchObject({ code: "data/api_not_found" })
  })
})

describe("a client that cannot work", () => {
  test.each([
    [{ url: undefined, key: "k" }, /set KEYWARD_URL, or pass `url`/],
    [{ url: "keys.example.com", key: "k" }, /"keys.example.com" is not the address/],
    [{ url: "http://", key: "k" }, /is not the address/],
    [{ url: "http://localhost:1", key: undefined }, /set KEYWARD_KEY, or pass `key`/],
    [{ url: "http://localhost:1", key: "two words" }, /other than visible ASCII/],
    [{ url: "http://localhost:1", key: "line\n" }, /other than visible ASCII/],
  ])("%p is not made", (options, message) => {
    expect(() => createKeyward(options)).toThrow(TypeError)
    expect(() => createKeyward(options)).toThrow(message)
  })

  test("does not show the key in what it says of it", () => {
    expect(() => createKeyward({ url: "http://localhost:1", key: "secret key" })).not.toThrow(/secret/)
  })
})

test("takes address and key from the environment where it is given none", async () => {
  const program = `import { createKeyward } from "./sdk/src/index.ts"
    console.log((await createKeyward().rootKeys.getRootKey()).data.rootKeyId)`
  const child = startProcess({
    command: [process.execPath, "-e", program],
    env: { KEYWARD_URL: server.url, KEYWARD_KEY: server.rootKey },
  })
  await child.exit
  expect(child.stdout()).toBe(`${server.rootKeyId}\n`)
})

test("works at an address with a path and a slash at its end, as behind a proxy", async () => {
  const front = Bun.serve({
    port: 0,
    fetch: (request) => fetch(request.url.replace(/^.*\/keyward\//, `${server.url}/`), request),
  })
  const client = createKeyward({ url: `${front.url}keyward/`, key: server.rootKey })
  expect((await client.rootKeys.getRootKey()).data?.rootKeyId).toBe(server.rootKeyId)
  await front.stop(true)
})

test("asks with the fetch that it is given", async () => {
  const asked: string[] = []
  const client = createKeyward({
    url: server.url,
    key: server.rootKey,
    fetch: (url, init) => {
      asked.push(url)
      return fetch(url, init)
    },
  })
  await client.keys.verifyKey({ key: "nobody" })
  expect(asked).toEqual([`${server.url}/v2/keys.verifyKey`])
})
