import { describe, expect, test } from "bun:test"
import type { Kind, SearchEntry } from "./entry.ts"
import { createSearch, stem, wordsOf } from "./rank.client.js"
import { synonyms } from "./synonyms.ts"

const entry = (title: string, text: string, kind: Kind = "operation", words = "", body = ""): SearchEntry => {
  return { title, path: `/${title}`, kind, text, words, body }
}

const entries = [
  entry("keys.verifyKey", "Check a key and count the verification."),
  entry("keys.createKey", "Issue a key."),
  entry("keys.rerollKey", "Replace the secret of a key.", "operation", "Rotate a key"),
  entry("keys.deleteKey", "Delete a key forever."),
  entry("keys.updateKey", "Change a key, or disable it."),
  entry("identities.createIdentity", "Register a customer."),
  entry("ratelimit.limit", "Check a rate limit."),
  entry("key_not_found", "No such key.", "error"),
  entry("Rotate keys", "How to rotate without downtime.", "guide", "overlap grace"),
  entry("Next.js", "An example in JavaScript, with corrections.", "guide", "", "deployment edge"),
]
const search = createSearch({ entries, synonyms })
const found = (query: string) => search(query).entries.map(({ title }) => title)

describe("search", () => {
  test("finds by the name of an operation, by its parts and by their beginnings", () => {
    expect(found("keys.verifyKey")[0]).toBe("keys.verifyKey")
    expect(found("verifyKey")[0]).toBe("keys.verifyKey")
    expect(found("verif")[0]).toBe("keys.verifyKey")
    expect(found("key_not_found")[0]).toBe("key_not_found")
  })

  test("prefers the title that is written like the query", () => {
    const [error, code] = [entry("too_few", "An error.", "error"), entry("TOO_FEW", "A code.", "code")]
    const both = createSearch({ entries: [error, code], synonyms })
    for (const query of ["too_few", "TOO_FEW"]) expect(both(query).entries[0]?.title).toBe(query)
  })

  test("finds every form of a word", () => {
    for (const query of ["rotate", "rotates", "rotated", "rotating", "rotation"]) {
      expect(found(query).toSorted()).toEqual(["Rotate keys", "keys.rerollKey"])
    }
    expect(new Set(["expire", "expires", "expired", "expiry", "expiration"].map(stem)).size).toBe(1)
    expect(new Set(["verify", "verifies", "verified", "verification", "verifications"].map(stem)).size).toBe(1)
  })

  test("finds whole words, never a part inside of one", () => {
    expect(found("cors")).toEqual([])
    expect(found("ate")).toEqual([])
    expect(wordsOf("JavaScript, Next.js, keys.rerollKey, API keys")).toEqual([
      "javascript",
      "nextjs",
      "keys",
      "reroll",
      "key",
      "keys",
    ])
  })

  test("takes the beginning of the last word only, and not if it is a word of a title", () => {
    const java = entry("Java and other languages", "Call the HTTP API.", "absent")
    const withJava = createSearch({ entries: [...entries, java], synonyms })
    expect(found("java")).toEqual(["Next.js"])
    expect(withJava("java").entries).toEqual([java])
    expect(search("rota keys").matchesAll).toBe(false)
  })

  test("knows synonyms", () => {
    expect(found("renew").toSorted()).toEqual(["Rotate keys", "keys.rerollKey"])
    expect(found("revoke").toSorted()).toEqual(["keys.deleteKey", "keys.updateKey"])
    expect(found("quota")).toContain("ratelimit.limit")
    expect(found("customer")).toEqual(["identities.createIdentity"])
    expect(found("issue token")[0]).toBe("keys.createKey")
  })

  test("prefers the word itself to a synonym, and the title to the text", () => {
    expect(found("reroll")[0]).toBe("keys.rerollKey")
    expect(found("delete")[0]).toBe("keys.deleteKey")
  })

  test("shows a guide before the headings of other guides, and at most two headings of one page", () => {
    const heading = (title: string) => ({ ...entry(title, "Credits", "guide"), path: `/docs/credits#${title}` })
    const headings = ["Rotated keys share credits", "Rotated twice", "Rotated again"].map(heading)
    const titles = createSearch({ entries: [...headings, ...entries], synonyms })("rotate").entries.map(
      ({ title }) => title,
    )
    expect(titles[0]).toBe("Rotate keys")
    expect(titles).toContain("keys.rerollKey")
    expect(titles).toHaveLength(4)
  })

  test("needs every word that says something, and else returns what comes nearest", () => {
    expect(search("how to rotate my keys").matchesAll).toBe(true)
    const partial = search("rotate customer")
    expect(partial.matchesAll).toBe(false)
    expect(partial.entries.map(({ title }) => title)).toContain("Rotate keys")
    expect(search("")).toEqual({ entries: [], matchesAll: true })
    expect(search("zzz")).toEqual({ entries: [], matchesAll: false })
  })

  test("finds the nearest word for a misspelled one", () => {
    for (const query of ["rotaet", "rottate", "rotste"]) {
      expect(search(query).entries[0]?.title).toBe("Rotate keys")
      expect(search(query).matchesAll).toBe(false)
    }
  })

  test("finds by words that are not shown, and a page by what stands below its headings", () => {
    expect(found("grace")).toEqual(["Rotate keys"])
    expect(found("edge")).toEqual(["Next.js"])
    const page = { ...entry("Credits", "", "guide"), path: "/docs/credits" }
    const heading = { ...entry("Prices", "", "guide", "", "invoice"), path: "/docs/credits#prices" }
    const whole = createSearch({ entries: [page, heading], synonyms: [] })
    expect(whole("credits invoice").entries).toEqual([page])
  })
})
