import { describe, expect, test } from "bun:test"
import { operations } from "../../operations/index.ts"
import { newRootKey } from "../../storage/conformance/new-objects.ts"
import { authorityOf } from "./authorize.ts"
import { faultOf } from "./response.ts"

function authorityWith(...permissions: string[]) {
  return authorityOf({ type: "root_key", rootKey: newRootKey("ws_1", { permissions }) }, 0)
}

/** The detail of the error, or undefined if the call succeeds. */
function refusalOf(work: () => void): string | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    return faultOf(error).detail
  }
}

function operationNamed(name: string) {
  const operation = operations.find((one) => one.name === name)
  if (operation === undefined) throw new Error(`No operation ${name}`)
  return operation
}

const [mine, other] = ["api_1BzmjTFLHWXwiSK4y3H5iW", "api_1BzmjTFLHWXwiSK4y3H5iX"]

describe("what an authority remembers", () => {
  test("of one object says nothing about another", () => {
    const { mayVerify, mayLimit } = authorityWith(`api.${mine}.verify_key`, "ratelimit.*.limit")
    for (const _again of [1, 2]) {
      expect([mayVerify(mine), mayVerify(other)]).toEqual([true, false])
      expect([mayLimit("rlns_1"), mayLimit("rlns_2")]).toEqual([true, true])
    }
    const narrow = authorityWith("ratelimit.rlns_1.limit")
    for (const _again of [1, 2]) expect([narrow.mayLimit("rlns_1"), narrow.mayLimit("rlns_2")]).toEqual([true, false])
  })

  test("gives the same decision for more objects than it can remember", () => {
    const { mayLimit } = authorityWith("ratelimit.rlns_7.limit")
    for (let number = 0; number < 2_500; number += 1) expect(mayLimit(`rlns_${number}`)).toBe(number === 7)
    expect([mayLimit("rlns_7"), mayLimit("rlns_8")]).toEqual([true, false])
  })

  test("of one operation says nothing about another", () => {
    const { rejectIfNeverAllowed } = authorityWith(`api.${mine}.verify_key`)
    for (const _again of [1, 2]) {
      const refusals = ["keys.verifyKey", "keys.createKey", "workspaces.createWorkspace"].map((name) =>
        refusalOf(() => rejectIfNeverAllowed(operationNamed(name))),
      )
      expect(refusals).toEqual([
        undefined,
        "The presented key lacks the permission `api.*.create_key`.",
        "workspaces.createWorkspace needs an operator key.",
      ])
    }
  })
})
