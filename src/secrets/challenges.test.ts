import { describe, expect, test } from "bun:test"
import { randomBytes } from "node:crypto"
import { createChallenges } from "./challenges.ts"

const secret = randomBytes(32)
const challenges = createChallenges({ secret, lifeMs: 1_000 })
const now = Date.now()

describe("challenges", () => {
  test("are valid on every node, for their purpose, until they expire", () => {
    const text = challenges.create("sign in", now)
    const elsewhere = createChallenges({ secret, lifeMs: 1_000 })
    expect(elsewhere.check(text, "sign in", now + 999)).toEqual({ hash: expect.any(String), expires: now + 1_000 })
    expect(elsewhere.check(text, "sign in", now + 1_000)).toBeUndefined()
    expect(elsewhere.check(text, "something else", now)).toBeUndefined()
    expect(createChallenges({ secret: randomBytes(32), lifeMs: 1_000 }).check(text, "sign in", now)).toBeUndefined()
  })

  test("differ, and are invalid when a bit of them is changed or when they are spelt differently", () => {
    const text = challenges.create("sign in", now)
    expect(challenges.create("sign in", now)).not.toBe(text)
    const bytes = Buffer.from(text, "base64url")
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(challenges.check(changed.toString("base64url"), "sign in", now)).toBeUndefined()
    }
    for (const spelt of ["", `${text}=`, `${text} `, bytes.toString("base64"), text.slice(1)]) {
      if (spelt !== text) expect(challenges.check(spelt, "sign in", now)).toBeUndefined()
    }
  })
})
