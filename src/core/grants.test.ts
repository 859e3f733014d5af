import { describe, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { grantTable } from "../contract/grant-table.ts"
import { objectKinds } from "../contract/resources.ts"
import { isGrant, parseGrant } from "./grants.ts"

const body = "1BzmjTFLHWXwiSK4y3H5iW"
const apiId = `api_${body}`

/** The table of docs/contract.md#8-permissions-of-root-keys, where ° marks actions that are granted with `*` only. */
const rows = [
  ...readFileSync("docs/contract.md", "utf8").matchAll(/^\| `(\w+)` \| `\*`(?:, an? (.+) id)? \| (`.*) \|$/gm),
].map(([, resource = "", noun, actions = ""]) => ({ resource, noun, actions: actions.replaceAll("`", "").split(" ") }))

/** `rlns` for "namespace". */
function prefixOf(noun: string | undefined): string | undefined {
  const kind = objectKinds.find((one) => noun !== undefined && one.noun.endsWith(noun))
  return kind && "idPrefix" in kind ? kind.idPrefix : undefined
}

describe("parseGrant", () => {
  test("accepts every tuple of the contract's table and an id only where the table allows one", () => {
    expect(rows.length).toBeGreaterThan(7)
    for (const { resource, noun, actions } of rows) {
      for (const marked of actions) {
        const action = marked.replace("°", "")
        const mayNameOne = action === marked
        expect(isGrant(`${resource}.*.${action}`)).toBe(true)
        for (const prefix of ["api", "id", "rlns", "key", "ws"]) {
          const text = `${resource}.${prefix}_${body}.${action}`
          expect([text, isGrant(text)]).toEqual([text, mayNameOne && prefix === prefixOf(noun)])
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
    expect(resources).toEqual(grantTable.map(({ resource }) => resource))
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
