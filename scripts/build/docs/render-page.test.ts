import { describe, expect, test } from "bun:test"
import { renderPage } from "./render-page.ts"

const render = (...lines: readonly string[]) =>
  renderPage({ file: "docs/guides/example.md", markdown: ["# Title", "", ...lines].join("\n") })

describe("a page of the docs", () => {
  test("passes no HTML through, and leaves comments out", () => {
    const { html } = render(
      "<script>alert(1)</script>",
      "",
      "a <b onclick='x'>bold</b>",
      "",
      "<!-- run: x -->",
      "",
      "[x](javascript:alert(1))",
    )
    expect(html).not.toMatch(/<script|<b |run: x|href="javascript/)
    expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;")
  })

  test("has the anchors of GitHub, and a number for a repeated heading", () => {
    const { headings, html } = render("## 6.8 Is `a` & b?", "## Same", "### Same")
    expect(headings).toEqual([
      { level: 2, id: "68-is-a--b", title: "6.8 Is `a` & b?".replaceAll("`", "") },
      { level: 2, id: "same", title: "Same" },
      { level: 3, id: "same-1", title: "Same" },
    ])
    expect(html).toContain('href="#same-1"')
  })

  test("links to pages, files and images as the server has them, and to nothing that it does not serve", () => {
    const { html } = render(
      "[a](credits.md#prices) [b](../README.md) [c](../../deploy/compose.yaml) [d](../architecture.md) [e](https://example.com/x.md)",
      "",
      "![The overview](../images/overview.png)",
    )
    for (const href of [
      "/docs/guides/credits#prices",
      "/docs",
      "/docs/deploy/compose.yaml",
      "https://example.com/x.md",
    ]) {
      expect(html).toContain(`<a href="${href}">`)
    }
    expect(html).toContain('<span title="docs/architecture.md in the repository">d</span>')
    expect(html).toContain('<img src="/docs/images/overview.png" alt="The overview" width="1440" height="900"')
  })

  test("leads from the names of operations and errors to their pages, never inside another link", () => {
    const { html } = render(
      "`keys.verifyKey` and `data/key_not_found` and [the `keys.getKey`](credits.md)",
      "",
      "## `keys.listKeys`",
    )
    expect(html).toContain('<a href="/reference/keys.verifyKey"><code>keys.verifyKey</code></a>')
    expect(html).toContain('<a href="/api-reference/errors-v2/service/data/key_not_found">')
    expect(html).toContain('<a href="/docs/guides/credits">the <code>keys.getKey</code></a>')
    expect(html).not.toContain("/reference/keys.listKeys")
  })

  test("highlights code and keeps every character of it", () => {
    const { html } = render("```sh background", "echo \"<a> & 'b'\" # $HOME", "```")
    expect(html).toContain("data-copy")
    const [, code = ""] = /<code>([\s\S]*?)<\/code>/.exec(html) ?? []
    expect(code.replace(/<[^>]*>/g, "")).toBe("echo &quot;&lt;a&gt; &amp; &#39;b&#39;&quot; # $HOME")
  })

  test("must have a title", () => {
    expect(() => renderPage({ file: "docs/x.md", markdown: "## Second\n" })).toThrow(
      "docs/x.md must start with its title.",
    )
  })
})
