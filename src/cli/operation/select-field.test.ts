import { expect, test } from "bun:test"
import { type Ran, runHere } from "../../../test/cli/cli.ts"
import { serveKeyward } from "../../../test/harness/serve-keyward.ts"
import { keyOperations as operations } from "../../operations/index.ts"
import { requireField } from "./select-field.ts"

const server = serveKeyward({ engine: "sqlite" })

function keyward(...args: readonly string[]): Promise<Ran> {
  return runHere(args, { env: { KEYWARD_URL: server.url, KEYWARD_KEY: server.rootKey } })
}

async function printed(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await keyward(...args)
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
  return stdout
}

test("a script gets one field of a response, and nothing around it", async () => {
  const apiId = (await printed("apis", "create-api", "--name", "Payments", "--only", "apiId")).trim()
  expect(await printed("apis", "get-api", "--api-id", apiId, "--only", "name")).toBe("Payments\n")
  const key = ["keys", "create-key", "--api-id", apiId, "--credits.remaining", "7", "--only"]
  const keyId = (await printed(...key, "keyId")).trim()
  expect(await printed("keys", "get-key", "--key-id", keyId, "--only", "credits.remaining")).toBe("7\n")
  expect(await printed("keys", "get-key", "--key-id", keyId, "--only", "credits")).toBe('{"remaining":7}\n')
  expect(await printed("call", "keys.getKey", JSON.stringify({ keyId }), "--only", "enabled")).toBe("true\n")
})

test("of a list it is that member of each entry", async () => {
  const { apiId } = await server.ok("apis.createApi", { name: "Listed" })
  for (const externalId of ["user_1", "user_2"]) await server.ok("keys.createKey", { apiId, externalId })
  await server.ok("keys.createKey", { apiId })
  const args = ["apis", "list-keys", "--api-id", apiId, "--only", "identity.externalId"]
  expect(await printed(...args)).toBe("user_1\nuser_2\n")
})

test("a member that answers never have is refused before anything is done", async () => {
  const { apiId } = await server.ok("apis.createApi", { name: "Untouched" })
  const { code, stdout, stderr } = await keyward("keys", "create-key", "--api-id", apiId, "--only", "kye")
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" })
  expect(stderr).toContain('--only has no field "kye". The response has keyId, key.')
  expect(await server.ok("apis.listKeys", { apiId })).toEqual([])
})

test("every operation tells its members, except where it has none", () => {
  const silent = operations.filter(({ output }) => {
    try {
      requireField(output, "no such member")
      return true
    } catch {
      return false
    }
  })
  expect(
    silent
      .filter(
        ({ name }) =>
          !/delete|revokeInvitation|updateKey|Permissions$|Roles$|revokeSelf|(finish|cancel)Rotation/.test(name),
      )
      .map(({ name }) => name),
  ).toEqual([])
})

test("a member that just this answer lacks is told, without repeating the call", async () => {
  const { apiId } = await server.ok("apis.createApi", { name: "Plain" })
  const { keyId } = await server.ok("keys.createKey", { apiId })
  const { code, stderr } = await keyward("keys", "get-key", "--key-id", keyId, "--only", "credits.remaining")
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: "This response has no credits.remaining. --json shows every field.\n",
  })
})

test("either everything or one member", async () => {
  const { code, stderr } = await keyward("apis", "list-apis", "--json", "--only", "apiId")
  expect(code).toBe(2)
  expect(stderr).toContain("--json prints every field, and --only prints one. Use one of them.")
})
