import { describe, expect, test } from "bun:test"
import type { Kind, SearchEntry } from "./entry.ts"
import { rank } from "./rank.client.js"
import { synonyms } from "./synonyms.ts"

const entry = (title: string, text: string, kind: Kind = "operation", words = ""): SearchEntry => {
  return { title, path: `/${title}`, kind, text, words }
}

const entries = [
  entry("keys.verifyKey", "Check a key and count the verification."),
  entry("keys.createKey", "Issue a key."),
  entry("keys.rerollKey", "Replace the secret of a key.", "operation", "Rotate a key"),
  entry("keys.deleteKey", "Delete a key for ever."),
  entry("keys.updateKey", "Change a key, or disable it."),
  entry("identities.createIdentity", "Register whoever uses keys."),
  entry("ratelimit.limit", "Check a rate limit."),
  entry("key_not_found", "No such key.", "error"),
  entry("Rotate keys", "How to rotate without downtime.", "guide", "overlap grace"),
]
const found = (query: string) => rank(query, { entries, synonyms }).map(({ title }) => title)

describe("search", () => {
  test("finds by the name of an operation, by its parts and by their beginnings", () => {
    expect(found("keys.verifyKey")[0]).toBe("keys.verifyKey")
    expect(found("verifyKey")[0]).toBe("keys.verifyKey")
    expect(found("verif")[0]).toBe("keys.verifyKey")
    expect(found("key_not_found")[0]).toBe("key_not_found")
  })

  test("knows synonyms", () => {
    expect(found("rotate")).toEqual(["Rotate keys", "keys.rerollKey"])
    expect(found("revoke")).toEqual(["keys.deleteKey", "keys.updateKey"])
    expect(found("quota")).toContain("ratelimit.limit")
    expect(found("customer")).toEqual(["identities.createIdentity"])
    expect(found("issue token")[0]).toBe("keys.createKey")
  })

  test("prefers the word itself to a synonym, and the title to the text", () => {
    expect(found("reroll")[0]).toBe("keys.rerollKey")
    expect(found("delete")[0]).toBe("keys.deleteKey")
  })

  test("shows a guide and the operation before the headings of other guides", () => {
    const heading = { ...entry("Rotated keys share credits", "Credits", "guide"), path: "/docs/credits#rotated" }
    const withHeading = { entries: [heading, ...entries], synonyms }
    expect(rank("rotate", withHeading).map(({ title }) => title)).toEqual([
      "Rotate keys",
      "keys.rerollKey",
      "Rotated keys share credits",
    ])
  })

  test("needs every word", () => {
    expect(found("rotate customer")).toEqual([])
    expect(found("")).toEqual([])
    expect(found("zzz")).toEqual([])
  })

  test("finds by words that are not shown", () => {
    expect(found("grace")).toEqual(["Rotate keys"])
  })
})
