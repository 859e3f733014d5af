import { expect, test } from "bun:test"
import fc from "fast-check"
import { accentTokens } from "../../dashboard/src/portal/accent.ts"
import { chooseLocale, languageOf } from "../../dashboard/src/portal/language.ts"
import { englishTexts, fillIn } from "../../dashboard/src/portal/texts.ts"
import { portalFields } from "../../src/contract/portal.ts"

/** As the page is painted: see theme/tokens.css. */
const grounds = {
  light: ["#fafbfa", "#ffffff", "#f3f5f5", "#eff3f2"],
  dark: ["#0e1312", "#151b1a", "#101615", "#1d2624"],
}

/** The formula of WCAG 2, written a second time. */
function ratio(one: string, other: string): number {
  const light = (color: string) => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
      const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const [low = 0, high = 0] = [light(one), light(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`)

test("whatever the accent, its text, its buttons and their hover have the contrast of WCAG AA in both themes", () => {
  fc.assert(
    fc.property(fc.oneof(color, fc.constantFrom("#000000", "#ffffff", "#ffe94d", "#777777")), (accent) => {
      const tokens = accentTokens(accent)
      const sides = (name: string) => tokens[name]?.match(/#[0-9a-f]{6}/g) ?? []
      const [softLight = "", softDark = ""] = sides("--accent-soft")
      for (const name of ["--accent", "--accent-strong"]) {
        const [light = "", dark = ""] = sides(name)
        for (const ground of [...grounds.light, softLight]) expect(ratio(light, ground)).toBeGreaterThanOrEqual(4.5)
        for (const ground of [...grounds.dark, softDark]) expect(ratio(dark, ground)).toBeGreaterThanOrEqual(4.5)
      }
      expect(tokens["--accent-fill"]).toBe(accent)
      for (const fill of ["--accent-fill", "--accent-fill-strong"]) {
        expect(ratio(tokens["--on-accent"] ?? "", tokens[fill] ?? "")).toBeGreaterThanOrEqual(4.5)
      }
    }),
  )
})

test("every text can be replaced: its id and its length are those that the configuration takes", () => {
  expect(portalFields.texts.safeParse({ en: englishTexts }).error).toBeUndefined()
})

test("configured texts beat the English ones, the closest language first", () => {
  const texts = {
    en: { "keys.title": "Access keys", "keys.new": "Add" },
    de: { "keys.title": "Schlüssel" },
    "de-AT": { "keys.new": "Neu" },
  }
  const austrian = languageOf(texts, "de-AT")
  expect([austrian.say("keys.title"), austrian.say("keys.new")]).toEqual(["Schlüssel", "Neu"])
  expect(languageOf(texts, "fr").say("keys.title")).toBe("Access keys")
  expect(languageOf({}, "de").say("keys.title")).toBe(englishTexts["keys.title"])
  expect(languageOf({}, "ar").direction).toBe("rtl")
  expect(languageOf({}, "x-nonsense").count(1_234)).toBe("1,234")
})

test("the link chooses the language, then the browser among those that have texts", () => {
  const texts = { de: {} }
  expect(chooseLocale("pt-BR", ["de"], texts)).toBe("pt-BR")
  expect(chooseLocale(undefined, ["fr-FR", "de-CH", "en"], texts)).toBe("de-CH")
  expect(chooseLocale(undefined, ["fr-FR"], texts)).toBe("en")
})

test("a value is never read as a text, and cannot turn the text around", () => {
  expect(fillIn("{a} and {b}", { a: "{b}", b: "$& x" })).toBe("{b} and $& x")
  expect(languageOf({}, "en").say("head.openedBy", { name: "\u202eeve", customer: "x" })).toContain("\\u{202e}eve")
})
