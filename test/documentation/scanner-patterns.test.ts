import { describe, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { mintKeyMaterial } from "../../src/core/key-material.ts"
import { blocksIn } from "./page.ts"

const page = "docs/guides/leaked-key.md"
const [management, ofDefaultLength, ofAnyLength] = tablePatterns()
const { rules } = readRules()

/** A bar inside a table of Markdown carries a backslash, which is not part of the pattern. */
function tablePatterns(): readonly RegExp[] {
  const rows = readFileSync(page, "utf8").matchAll(/^\| [^|]+ \| `([^`]+)` \|$/gm)
  return [...rows].map(([, pattern = ""]) => new RegExp(`^${pattern.replaceAll("\\|", "|")}$`))
}

function readRules(): { rules: readonly { id: string; regex: string; keywords: readonly string[] }[] } {
  const text = blocksIn(page).find(({ language }) => language === "toml")?.text ?? ""
  return Object(Bun.TOML.parse(text))
}

function mint(prefix: string, byteLength: number): readonly string[] {
  return Array.from({ length: 500 }, () => {
    return mintKeyMaterial({ prefix, bytes: crypto.getRandomValues(new Uint8Array(byteLength)) }).plaintext
  })
}

const managementKeys = [...mint("kw_root", 32), ...mint("kw_op", 32)]
const apiKeys = mint("acme_live", 24)

describe("the patterns for secret scanners", () => {
  test("match every root key and operator key, and nothing longer", () => {
    expect(managementKeys.filter((key) => !management?.test(key))).toEqual([])
    expect(managementKeys.filter((key) => management?.test(`${key}_and_more`))).toEqual([])
  })

  test("match every API key of their prefix and length", () => {
    expect(apiKeys.filter((key) => !ofDefaultLength?.test(key))).toEqual([])
  })

  test.each([16, 24, 32, 64, 255])("match an API key of %d bytes", (byteLength) => {
    expect(mint("acme_live", byteLength).filter((key) => !ofAnyLength?.test(key))).toEqual([])
  })

  test("of gitleaks find each kind of key inside a line, and name a keyword of it", () => {
    const found = [managementKeys, apiKeys].map((keys, index) => {
      const { regex = "", keywords = [] } = rules[index] ?? {}
      const pattern = new RegExp(regex)
      return keys.filter((key) => {
        return pattern.exec(`KEY="${key}"`)?.[0] === key && keywords.some((word) => key.includes(word))
      }).length
    })
    expect(found).toEqual([managementKeys.length, apiKeys.length])
  })

  test.each([
    "key_1CeGXWUoiGrkJ5v2n3YvQb",
    "ws_1CeGXWUoiGrkJ5v2n3YvQb",
    "kw_root_...",
    "kw_root_permissions_are_listed_in_the_reference_of_the_server",
    "kw_operator_of_the_installation_who_manages_all_workspaces",
    "acme_live_6L5y",
    "acme_live_environment_of_the_payment_service_in_production",
    "acme_live_deploymentconfiguration",
    "acme_test_6L5yRNPTuciSgXGHqYwn9N6NeoDywHBd2Z7NgZ",
    "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  ])("do not match %s", (text) => {
    const patterns = [...tablePatterns(), ...rules.map(({ regex }) => new RegExp(regex))]
    expect(patterns.filter((pattern) => pattern.test(text))).toEqual([])
  })
})
