import { describe, expect, test } from "bun:test"
import { render as renderOn } from "./render.ts"

function render(data: unknown, columns: number | undefined): string {
  return renderOn(data, { columns, paint: (_style, text) => text })
}

const identities = [
  { identityId: "id_1CAiZx1YPnJZtcPxTdBGPS", externalId: "user_1", meta: {}, ratelimits: [], createdAt: 1767225600000 },
  {
    identityId: "id_1CAiZx1YPnJZtcPxTdBGPT",
    externalId: "a user with quite a long name of their own",
    meta: { plan: "pro" },
    ratelimits: [],
    createdAt: 1767225600000,
  },
]

describe("a list", () => {
  test("is a table with times that people read, and without columns that are empty", () => {
    expect(render(identities, undefined)).toBe(
      [
        "identityId                 externalId                                  meta            createdAt",
        "id_1CAiZx1YPnJZtcPxTdBGPS  user_1                                                      2026-01-01T00:00:00Z",
        'id_1CAiZx1YPnJZtcPxTdBGPT  a user with quite a long name of their own  {"plan":"pro"}  2026-01-01T00:00:00Z',
      ].join("\n"),
    )
  })

  test.each([120, 100, 80, 60])("fits into %d columns with its ids whole", (columns) => {
    const lines = render(identities, columns).split("\n")
    for (const line of lines) expect(Bun.stringWidth(line)).toBeLessThanOrEqual(columns)
    expect(lines[1]).toStartWith("id_1CAiZx1YPnJZtcPxTdBGPS  user_1")
    expect(lines[2]).toStartWith("id_1CAiZx1YPnJZtcPxTdBGPT")
  })

  test("never cuts a time", () => {
    for (const columns of [120, 100, 90]) expect(render(identities, columns)).toContain("2026-01-01T00:00:00Z")
    expect(render(identities, 70)).not.toContain("2026")
  })

  test("shows an id once where it has two names", () => {
    const twice = identities.map((identity) => ({ id: identity.identityId, ...identity }))
    expect(render(twice, undefined)).toBe(render(identities, undefined))
  })

  test("says which columns found no room", () => {
    expect(render(identities, 50)).toContain("Not shown: createdAt. Choose with --columns, or use --json.")
    expect(render(identities, 10)).toStartWith("identityId\nid_1CAiZx1YPnJZtcPxTdBGPS")
  })

  test("counts the width of wide characters", () => {
    const lines = render(
      [
        { name: "日本語", slug: "x" },
        { name: "abcdef", slug: "y" },
      ],
      undefined,
    ).split("\n")
    expect(lines).toEqual(["name    slug", "日本語  x", "abcdef  y"])
  })

  test("that is empty says so", () => {
    expect(render([], 80)).toBe("None.")
  })
})

describe("a record", () => {
  test("shows one member per line, nested ones by their path", () => {
    const workspace = {
      id: "ws_1",
      enabled: true,
      limits: { keys: null, onExceeded: "reject" },
      tags: ["a", "b"],
      ratelimits: [{ name: "requests", limit: 5 }],
      meta: {},
      createdAt: 0,
    }
    expect(render(workspace, 80).split("\n")).toEqual([
      "id                   ws_1",
      "enabled              true",
      "limits.keys          null",
      "limits.onExceeded    reject",
      "tags                 a, b",
      "ratelimits[0].name   requests",
      "ratelimits[0].limit  5",
      "meta                 {}",
      "createdAt            1970-01-01T00:00:00.000Z",
    ])
  })

  test("without members is a thing done", () => {
    expect(render({}, 80)).toBe("Done.")
  })
})

test("what could steer a terminal is shown, not obeyed", () => {
  for (const shown of [render({ name: "a\u001b[2Jb\u202ec\n" }, 80), render([{ name: "a\u001b[2Jb\u202ec\n" }], 80)]) {
    expect(shown).toContain("a\\u{1b}[2Jb\\u{202e}c\\u{a}")
    expect(shown).not.toContain("\u001b")
  }
})
