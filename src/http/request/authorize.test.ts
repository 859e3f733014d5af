import { describe, expect, test } from "bun:test"
import type { Session } from "../../core/people.ts"
import type { Caller } from "../../operations/context.ts"
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

describe("a caller that has signed in", () => {
  const signedInAt = 1_000_000
  const session: Session = {
    id: "ses_1",
    hash: "",
    userId: "usr_1",
    rootKeyId: null,
    operatorKeyHash: null,
    method: "password",
    address: "192.0.2.1",
    userAgent: null,
    createdAt: signedInAt,
    lastUsedAt: signedInAt,
    expires: Number.MAX_SAFE_INTEGER,
  }
  const user = { id: "usr_1", email: "ada@example.com", name: "Ada", operator: true, createdAt: 0, updatedAt: null }
  const member = { workspaceId: "ws_1", userId: "usr_1", role: "owner", createdAt: 0, updatedAt: null } as const
  const signedIn = { session, user, acting: "ws_1" }
  const callers: readonly (readonly [string, Caller])[] = [
    ["as a member", { type: "user", user, member, signedIn }],
    ["as an operator", { type: "operator", signedIn }],
    ["with a root key", { type: "root_key", rootKey: newRootKey("ws_1", { permissions: ["*"] }), signedIn }],
  ]
  const tenMinutesMs = 10 * 60 * 1000
  const codeOf = (work: () => void): string | undefined => {
    try {
      work()
      return undefined
    } catch (error) {
      return faultOf(error).code
    }
  }

  test.each(callers)("%s may use what creates lasting access for ten minutes", (_how, caller) => {
    const lasting = [
      ...["create", "update", "delete"].map((action) => `root_key.*.${action}_root_key`),
      ...["member.*.invite_member", "member.*.update_member", `api.${mine}.decrypt_key`],
    ]
    for (const permission of lasting) {
      const refusal = (now: number) => codeOf(() => authorityOf(caller, now).require(permission))
      expect(refusal(signedInAt + tenMinutesMs - 1)).toBeUndefined()
      expect(refusal(signedInAt + tenMinutesMs)).toBe("authorization/sign_in_again")
    }
    const { require } = authorityOf(caller, signedInAt + tenMinutesMs)
    expect(codeOf(() => require(`api.${mine}.create_key`, "root_key.*.read_root_key"))).toBeUndefined()
  })

  test.each(callers)("%s is refused before the body is read", (_how, caller) => {
    const { rejectIfNeverAllowed } = authorityOf(caller, signedInAt + tenMinutesMs)
    const refusal = codeOf(() => rejectIfNeverAllowed(operationNamed("rootKeys.createRootKey")))
    expect(refusal).toBe("authorization/sign_in_again")
  })

  test("as an operator needs it for a new workspace, whose root key has all permissions", () => {
    const { rejectIfNeverAllowed } = authorityOf({ type: "operator", signedIn }, signedInAt + tenMinutesMs)
    const refusal = codeOf(() => rejectIfNeverAllowed(operationNamed("workspaces.createWorkspace")))
    expect(refusal).toBe("authorization/sign_in_again")
    const keys = authorityOf({ type: "operator" }, signedInAt + tenMinutesMs)
    expect(codeOf(() => keys.rejectIfNeverAllowed(operationNamed("workspaces.createWorkspace")))).toBeUndefined()
  })
})
