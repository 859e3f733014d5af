import { describe, expect, test } from "bun:test"
import { chmodSync, mkdirSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { runHere } from "../../../test/cli/cli.ts"
import { serveLogins } from "../../../test/cli/logins.ts"

const { server, home, folder, file, env, login } = serveLogins()

describe("profiles", () => {
  test("that others could read are refused, with what to do", async () => {
    await login(server.rootKey)
    chmodSync(file, 0o640)
    for (const args of [["keys", "list-keys"], ["profiles"], ["logout"], ["whoami"]]) {
      const { code, stdout, stderr } = await runHere(args, { env })
      expect({ args, code, stdout }).toEqual({ args, code: 1, stdout: "" })
      expect(stderr).toContain(`(mode 0640). Run \`chmod 600 ${file}\``)
    }
    const named = { ...env, KEYWARD_URL: server.url, KEYWARD_KEY: server.rootKey }
    expect((await runHere(["keys", "list-keys"], { env: named })).code).toBe(0)
  })

  test("that are damaged are not repeated", async () => {
    mkdirSync(folder, { recursive: true })
    writeFileSync(file, `{"profiles":{"default":{"key":"${server.rootKey}"`, { mode: 0o600 })
    const { code, stderr } = await runHere(["profiles"], { env })
    expect(code).toBe(1)
    expect(stderr).toBe(`${file} cannot be read. Delete it, and store the profiles again with \`keyward login\`.\n`)
  })

  test("lose to the environment and that to a flag, and messages say which was used", async () => {
    await login(server.rootKey)
    const told = async (args: readonly string[], more: Record<string, string> = {}) =>
      JSON.parse((await runHere(["whoami", "--json", ...args], { env: { ...env, ...more } })).stdout)
    expect(await told([])).toEqual({
      url: server.url,
      urlSource: 'profile "default"',
      keySource: 'profile "default"',
      caller: {
        type: "root_key",
        rootKeyId: server.rootKeyId,
        workspaceId: server.workspaceId,
        permissions: ["*"],
      },
    })
    expect(await told([], { KEYWARD_KEY: server.operatorKey })).toMatchObject({
      keySource: "KEYWARD_KEY",
      caller: { type: "operator" },
    })
    expect(await told(["--profile", "default"], { KEYWARD_KEY: server.operatorKey })).toMatchObject({
      keySource: 'profile "default"',
    })
    const keyFile = join(home, "operator-key")
    writeFileSync(keyFile, `${server.operatorKey}\n`)
    expect(await told(["--key-file", keyFile], { KEYWARD_KEY: "other" })).toMatchObject({
      keySource: "--key-file",
      caller: { type: "operator" },
    })
    const refused = await runHere(["whoami"], { env: { ...env, KEYWARD_KEY: "unknown" } })
    expect(refused).toMatchObject({ code: 3, stderr: expect.stringContaining("Called with the key of KEYWARD_KEY.") })
  })

  test("never send their key to another service", async () => {
    await login(server.rootKey)
    const { code, stderr } = await runHere(["keys", "list-keys", "--url", "http://localhost:1"], { env })
    expect(code).toBe(2)
    expect(stderr).toContain(
      `The key of profile "default" belongs to ${server.url} and is not sent to http://localhost:1 (--url).`,
    )
    expect((await runHere(["keys", "list-keys", "--url", `${server.url}/`], { env })).code).toBe(0)
  })

  test("that do not exist are told apart from those that do", async () => {
    await login(server.rootKey)
    const { code, stderr } = await runHere(["whoami", "--profile", "staging"], { env })
    expect(code).toBe(2)
    expect(stderr).toContain(
      'There is no profile "staging". Stored profiles: default. `keyward login --profile staging` creates it.',
    )
  })

  test("are chosen with profiles use, until the chosen one is forgotten", async () => {
    await login(server.rootKey)
    const { stderr } = await login(server.operatorKey, "--profile", "operator")
    expect(stderr).toBe("To use it without --profile: keyward profiles use operator\n")
    expect(await runHere(["profiles", "use", "operator"], { env })).toEqual({
      code: 0,
      stdout: `Calls now use profile "operator" for ${server.url}.\n`,
      stderr: "",
    })
    const used = async (more: Record<string, string> = {}, ...args: readonly string[]) =>
      JSON.parse((await runHere(["whoami", "--json", ...args], { env: { ...env, ...more } })).stdout).keySource
    expect(await used()).toBe('profile "operator"')
    expect(await used({ KEYWARD_PROFILE: "default" })).toBe('profile "default"')
    expect(await used({}, "--profile", "default")).toBe('profile "default"')
    expect((await runHere(["profiles"], { env })).stdout).toMatch(/^operator +http:\/\/\S+ +by default$/m)
    expect(await runHere(["profiles", "use", "staging"], { env })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There is no profile "staging". Stored profiles: default, operator.'),
    })
    expect((await runHere(["logout"], { env })).stdout).toBe('Deleted profile "operator".\n')
    expect(await used()).toBe('profile "default"')
  })

  test("are forgotten by logout, the others stay", async () => {
    await login(server.rootKey)
    await login(server.rootKey, "--profile", "second")
    expect(await runHere(["logout"], { env })).toEqual({ code: 0, stdout: 'Deleted profile "default".\n', stderr: "" })
    expect(JSON.parse((await runHere(["logout", "--json"], { env })).stdout)).toEqual({
      profile: "default",
      wasStored: false,
    })
    expect(JSON.parse((await runHere(["profiles", "--json"], { env })).stdout)).toEqual({
      file,
      profiles: [{ profile: "second", url: server.url, isUsual: false }],
    })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect((await runHere(["keys", "list-keys"], { env })).stderr).toContain("Run `keyward login`")
  })
})
