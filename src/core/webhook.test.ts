import { expect, test } from "bun:test"
import { rotatedSecrets, type SigningSecret, secretsAt } from "./webhook.ts"

test("both secrets sign during an overlap, and a third ends the first", () => {
  const rotate = (signing: readonly SigningSecret[], secret: string, endsAt: number) =>
    rotatedSecrets(signing, { secret, endsAt })
  const at = (signing: readonly SigningSecret[], now: number) => secretsAt({ url: null, signing }, now)
  const first = rotate([], "one", 0)
  expect(at(first, 0)).toEqual(["one"])
  const second = rotate(first, "two", 100)
  expect([at(second, 99), at(second, 100)]).toEqual([["two", "one"], ["two"]])
  const third = rotate(second, "three", 200)
  expect([at(third, 50), at(third, 200)]).toEqual([["three", "two"], ["three"]])
})
