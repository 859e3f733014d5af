import { describe, expect, test } from "bun:test"
import { grantTable } from "../contract/grant-table.ts"
import { isGrant, parseGrant } from "./grants.ts"

const body = "1BzmjTFLHWXwiSK4y3H5iW"
const apiId = `api_${body}`

/** The table of the contract, where ° marks actions that are granted with `*` only. */
const contractTable = `
api api: create_api° read_api update_api delete_api create_key read_key update_key delete_key verify_key encrypt_key decrypt_key read_usage
identity id: create_identity° read_identity update_identity delete_identity read_usage
rbac -: create_permission read_permission update_permission delete_permission create_role read_role update_role delete_role add_permission_to_key remove_permission_from_key add_role_to_key remove_role_from_key add_permission_to_role remove_permission_from_role
ratelimit rlns: create_namespace° read_namespace° delete_namespace limit set_override read_override delete_override read_usage
workspace -: read_workspace update_workspace disable_workspace
root_key -: create_root_key read_root_key update_root_key delete_root_key
event -: read_event
member -: read_member invite_member update_member remove_member`

const rows = contractTable
  .trim()
  .split("\n")
  .map((line) => {
    const [resource = "", idPrefix = "", ...actions] = line.replace(":", "").split(" ")
    return { resource, idPrefix, actions }
  })

describe("parseGrant", () => {
  test("accepts every tuple of the contract's table and an id only where the table allows one", () => {
    for (const { resource, idPrefix, actions } of rows) {
      for (const marked of actions) {
        const action = marked.replace("°", "")
        const mayNameOne = idPrefix !== "-" && action === marked
        expect(isGrant(`${resource}.*.${action}`)).toBe(true)
        for (const prefix of ["api", "id", "rlns", "key", "ws"]) {
          const text = `${resource}.${prefix}_${body}.${action}`
          expect([text, isGrant(text)]).toEqual([text, mayNameOne && prefix === idPrefix])
        }
      }
    }
  })

  test("accepts no tuple that the contract's table lacks", () => {
    const listed = rows.flatMap(({ resource, actions }) =>
      actions.map((action) => `${resource}.*.${action.replace("°", "")}`),
    )
    const resources = rows.map(({ resource }) => resource)
    const actions = rows.flatMap((row) => row.actions.map((action) => action.replace("°", "")))
    const accepted = resources.flatMap((resource) => actions.map((action) => `${resource}.*.${action}`)).filter(isGrant)
    expect(new Set(accepted)).toEqual(new Set(listed))
    expect(Object.keys(grantTable)).toEqual(resources)
  })

  test("returns the parts", () => {
    expect(parseGrant("*")).toEqual({ kind: "everything" })
    expect(parseGrant(`api.${apiId}.read_key`)).toEqual({
      kind: "one",
      resource: "api",
      id: apiId,
      action: "read_key",
    })
  })

  test("refuses wildcards elsewhere, other shapes and inherited names", () => {
    const refused = [
      ..."** *.* *.*.* api.*.* *.*.read_key api.* api api.*.read_key. .api.*.read_key api.*.read_key.x api..read_key".split(
        " ",
      ),
      ..."api.api_*.read_key api.x.read_key API.*.read_key api.*.READ_KEY api.*.read_* constructor.*.name".split(" "),
      ...["", " *", "api.*.read_key ", "api.*.read_key\n", "__proto__.*.actions", `api.${apiId}x.read_key`],
    ]
    for (const text of refused) expect([text, isGrant(text)]).toEqual([text, false])
  })
})
