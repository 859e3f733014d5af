import { describe, expect, test } from "bun:test"
import { runHere } from "../../../test/cli/cli.ts"
import { keyOperations as operations } from "../../operations/index.ts"
import { operationCommands, programCommands } from "../all-commands.ts"
import { completionContexts } from "../commands/completion/contexts.ts"
import { isTwin, longNameOf, shortNameOf } from "./short-names.ts"

describe("a short name", () => {
  test.each([
    ["keys.createKey", "keys create"],
    ["keys.listKeys", "keys list"],
    ["keys.getKey", "keys get"],
    ["keys.updateKey", "keys update"],
    ["keys.rotateKey", "keys rotate"],
    ["keys.finishRotation", "keys finish-rotation"],
    ["keys.cancelRotation", "keys cancel-rotation"],
    ["keys.rerollKey", "keys reroll"],
    ["keys.deleteKey", "keys delete"],
    ["keys.verifyKey", "keys verify"],
    ["keys.migrateKeys", "keys migrate"],
    ["keys.createKeys", "keys create-keys"],
    ["keys.updateKeys", "keys update-keys"],
    ["keys.deleteKeys", "keys delete-keys"],
    ["keys.addPermissions", "keys add-permissions"],
    ["apis.createApi", "apis create"],
    ["apis.listApis", "apis list"],
    ["apis.listKeys", "apis list-keys"],
    ["identities.listIdentities", "identities list"],
    ["identities.getIdentity", "identities get"],
    ["permissions.createPermission", "permissions create"],
    ["permissions.createRole", "roles create"],
    ["permissions.listRoles", "roles list"],
    ["permissions.setRolePermissions", "roles set-permissions"],
    ["ratelimit.limit", "ratelimits check"],
    ["ratelimit.listNamespaces", "ratelimits list"],
    ["ratelimit.deleteNamespace", "ratelimits delete"],
    ["ratelimit.setOverride", "ratelimits set-override"],
    ["rootKeys.createRootKey", "root-keys create"],
    ["rootKeys.rerollRootKey", "root-keys rotate"],
    ["workspaces.disableWorkspace", "workspaces disable"],
    ["workspace.getLimits", "workspaces get-limits"],
    ["permissions.updateRole", "roles update"],
    ["events.listEvents", "events list"],
  ])("of %s is %j", (operation, name) => {
    expect(shortNameOf(operation).join(" ")).toBe(name)
  })

  test("means one command, whatever else it is called", () => {
    const names = [...programCommands, ...operationCommands]
      .flatMap(({ words, aliases = [] }) => [words, ...aliases])
      .map((words) => words.join(" "))
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })
})

test.each(operations.map(({ name }) => [name]))("%s has the same help under every name", async (operation) => {
  const { code, stdout } = await runHere([...shortNameOf(operation), "--help"])
  expect(code).toBe(0)
  expect(stdout).toStartWith(`Usage: keyward ${shortNameOf(operation).join(" ")}`)
  expect(stdout).toContain(`POST /v2/${operation}`)
  for (const name of [longNameOf(operation), [operation]]) {
    expect(await runHere([...name, "--help"])).toEqual({ code: 0, stdout, stderr: "" })
  }
})

test("the older word for a group lists what there is", async () => {
  expect((await runHere(["ratelimit"])).stdout).toBe((await runHere(["ratelimits"])).stdout)
  expect((await runHere(["roles"])).stdout).toContain("  set-permissions ROLE PERMISSION…")
})

describe("an operation that newer Unkey clients call by another name", () => {
  const twins = ["create-key", "delete-key", "list-keys", "reroll-key", "update-key"]

  test("is left out of lists and completion", async () => {
    const [group, all] = [await runHere(["root-keys"]), await runHere(["help"])]
    expect(group.stdout).toContain("  create ")
    expect(all.stdout).toContain("create, list, get, update, rotate, revoke, delete\n")
    for (const twin of twins) expect(group.stdout).not.toContain(` ${twin} `)
    const offered = completionContexts(operationCommands).find(({ paths }) => paths.includes("root-keys"))?.words ?? []
    expect(offered.map(({ word }) => word).sort()).toEqual([
      "create",
      "delete",
      "get",
      "list",
      "revoke",
      "rotate",
      "update",
    ])
  })

  test("can still be called by it, and is not what a misspelt word meant", async () => {
    for (const twin of twins) expect((await runHere(["root-keys", twin, "--help"])).code).toBe(0)
    expect((await runHere(["root-keys", "creat-key"])).stderr).toContain("Did you mean `keyward root-keys create`?")
  })

  test("is one of the root keys, and nothing else", () => {
    const names = operations.map(({ name }) => name).filter(isTwin)
    expect(names.map((name) => longNameOf(name).join(" ")).sort()).toEqual(twins.map((twin) => `root-keys ${twin}`))
  })
})
