import { describe, expect, test } from "bun:test"
import { createMemo } from "./memo.ts"

describe("memo", () => {
  test("makes a value once", () => {
    const made: string[] = []
    const memo = createMemo<string>(10)
    const make = (name: string) => {
      made.push(name)
      return name.toUpperCase()
    }
    expect([memo("a", make), memo("b", make), memo("a", make)]).toEqual(["A", "B", "A"])
    expect(made).toEqual(["a", "b"])
  })

  test("never holds more than its maximum", () => {
    const made: string[] = []
    const memo = createMemo<number>(2)
    for (const name of ["a", "b", "c", "c", "a"]) memo(name, (one) => made.push(one))
    expect(made).toEqual(["a", "b", "c", "a"])
  })

  test("remembers nothing of what could not be made", () => {
    const memo = createMemo<string>(2)
    const refuse = () => {
      throw new Error("refused")
    }
    expect(() => memo("a", refuse)).toThrow("refused")
    expect(memo("a", (name) => name)).toBe("a")
  })
})
