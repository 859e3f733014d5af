import { describe, expect, test } from "bun:test"
import { existsSync, readFileSync, statSync } from "node:fs"
import { findFreePort } from "../../../scripts/test/service.ts"
import { runHere, startCliInTerminal } from "../../../test/cli/cli.ts"
import { serveLogins } from "../../../test/cli/logins.ts"

const { server, folder, file, env, login } = serveLogins()

describe("login", () => {
  test("stores what works, for the owner only, and never shows the key", async () => {
    const { code, stdout, stderr } = await login(server.rootKey)
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    expect(stdout).toContain(`root key ${server.rootKeyId} of workspace ${server.workspaceId}`)
    expect(stdout).not.toContain(server.rootKey)
    expect([statSync(file).mode & 0o777, statSync(folder).mode & 0o777]).toEqual([0o600, 0o700])
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({
      profiles: { default: { url: server.url, key: server.rootKey } },
    })
    expect(await runHere(["keys", "list-keys"], { env })).toMatchObject({ code: 0, stdout: "None.\n" })
  })

  test("asks at a terminal, without showing what is typed as the key", async () => {
    const terminal = startCliInTerminal(["login"], { KEYWARD_CONFIG_DIR: folder })
    await terminal.waitFor(/Address of the service \[http:\/\/localhost:8080\]: /)
    terminal.type(`${server.url}\r`)
    await terminal.waitFor(/Root or operator key \(not shown\): /)
    terminal.type(`${server.rootKey}\r`)
    expect(await terminal.exit).toBe(0)
    expect(terminal.screen()).toContain("Logged in to")
    expect(terminal.screen()).not.toContain(server.rootKey)
    expect(readFileSync(file, "utf8")).toContain(server.rootKey)
  })

  test("that is left with Ctrl-C stores nothing", async () => {
    const terminal = startCliInTerminal(["login", "--url", server.url], { KEYWARD_CONFIG_DIR: folder })
    await terminal.waitFor(/not shown/)
    terminal.type("\u0003")
    expect(await terminal.exit).toBe(1)
    expect(terminal.screen()).toContain("Nothing was stored.")
    expect(existsSync(file)).toBe(false)
  })

  test("keeps profiles apart", async () => {
    await login(server.rootKey)
    const operator = await login(server.operatorKey, "--profile", "operator", "--json")
    expect(JSON.parse(operator.stdout)).toEqual({
      profile: "operator",
      url: server.url,
      file,
      caller: { type: "operator" },
    })
    const { stdout } = await runHere(["profiles"], { env })
    expect(stdout).toMatch(/^default +http:\/\/\S+ +by default\noperator +http:\/\/\S+$/m)
    expect(stdout).not.toContain(server.rootKey)
    const all = ["workspaces", "list-workspaces"]
    expect((await runHere(all, { env })).code).toBe(3)
    expect((await runHere([...all, "--profile", "operator"], { env })).code).toBe(0)
    expect((await runHere(all, { env: { ...env, KEYWARD_PROFILE: "operator" } })).code).toBe(0)
  })

  test("takes a root key whatever its permissions are", async () => {
    const key = await server.createRootKey(["api.*.read_api"])
    expect((await login(key)).code).toBe(0)
  })

  test("refuses an API key, which could do nothing", async () => {
    const { apiId } = await server.ok("apis.createApi", { name: "Payments" })
    const { key, keyId } = await server.ok("keys.createKey", { apiId })
    const { code, stderr } = await login(key)
    expect(code).toBe(1)
    expect(stderr).toContain(`This is API key ${keyId}, which can only read and revoke itself`)
    expect(existsSync(file)).toBe(false)
  })

  test("stores nothing that the service refuses", async () => {
    const { code, stdout, stderr } = await login("kw_root_unknown")
    expect({ code, stdout }).toEqual({ code: 3, stdout: "" })
    expect(stderr).toStartWith("Unauthorized (401)")
    expect(stderr).toContain("Called with the key of standard input.\n")
    expect(stderr).toEndWith("Nothing was stored.\n")
    expect(existsSync(file)).toBe(false)
  })

  test("stores nothing where no service responds", async () => {
    const url = `http://127.0.0.1:${await findFreePort()}`
    const { code, stderr } = await runHere(["login", "--url", url], { env, input: server.rootKey })
    expect(code).toBe(1)
    expect(stderr).toContain("cannot be reached")
    expect(existsSync(file)).toBe(false)
  })

  test.each([
    [["--url", "nowhere"], "x", 'The address "nowhere" (--url) is not an http or https URL.'],
    [["--profile", "../other"], "x", "is not a valid profile name"],
    [[], "", "There is no key. Pass it on standard input"],
    [[], "two words", "is not valid: a key has only visible ASCII characters"],
    [["--key-file", "/dev/null"], "", "The key file /dev/null is empty."],
    [["--key", "secret"], "", "There is no flag --key."],
  ])("%p with %p on standard input is wrong", async (args, input, message) => {
    const { code, stderr } = await runHere(["login", ...args], { env, input })
    expect(code).toBe(2)
    expect(stderr).toContain(message)
    expect(stderr).not.toContain("two words")
  })

  test("says where the environment wins", async () => {
    const run = await runHere(["login", "--url", server.url], {
      env: { ...env, KEYWARD_KEY: "other" },
      input: server.rootKey,
    })
    expect(run.stderr).toBe("Warning: KEYWARD_KEY from the environment will be used instead of the profile.\n")
  })

  test("says where a key travels unencrypted", async () => {
    // On Linux this leads to the loopback interface, and looks like another machine.
    if (process.platform !== "linux") return
    const url = server.url.replace("127.0.0.1", "0.0.0.0")
    const { code, stderr } = await runHere(["login", "--url", url], { env, input: server.rootKey })
    expect(code).toBe(0)
    expect(stderr).toStartWith(`Warning: calls to ${url} send the key unencrypted.`)
  })

  test("without a place to store says what to set", async () => {
    const { code, stderr } = await runHere(["login", "--url", server.url], { input: server.rootKey })
    expect(code).toBe(1)
    expect(stderr).toContain("Set KEYWARD_CONFIG_DIR or HOME")
  })
})
