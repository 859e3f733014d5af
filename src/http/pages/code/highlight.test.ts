import { expect, test } from "bun:test"
import { highlight } from "./highlight.ts"

const markup = (language: string, text: string) =>
  highlight(language, text)
    .map((part) => part.markup)
    .join("")
const plain = (text: string) => text.replace(/<[^>]+>/g, "")
const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")

test.each([
  ["json", '{"a": "b<c", "n": -1.5, "t": true}', '<span class="tk-name">&quot;a&quot;</span>'],
  ["sh", "keyward keys create-key --name 'a b' # why", '<span class="tk-name">--name</span>'],
  ["ts", "const a = await f({ b: `x` }) // why", '<span class="tk-keyword">await</span>'],
  ["python", "import json  # why", '<span class="tk-comment"># why</span>'],
  [
    "go",
    'page, err := client.APIs.ListAPIs(ctx, keyward.ListAPIsInput{Search: "a"}) // why',
    '<span class="tk-name">Search</span>',
  ],
  ["http", "POST /v2/keys.verifyKey HTTP/1.1\nHost: a", '<span class="tk-name">Host</span>'],
  ["yaml", "a:\n  - b: true # why", '<span class="tk-keyword">true</span>'],
])("%s has colours, and its text stays the same", (language, text, contained) => {
  expect(markup(language, text)).toContain(contained)
  const shown = plain(markup(language, text)).replaceAll("&quot;", '"').replaceAll("&#39;", "'")
  expect(shown).toBe(escaped(text))
})

test("an unknown language has no colours and is escaped", () => {
  expect(markup("brainfuck", "<a> & b")).toBe("&lt;a&gt; &amp; b")
})
