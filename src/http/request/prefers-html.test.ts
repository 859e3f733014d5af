import { expect, test } from "bun:test"
import { prefersHtml } from "./prefers-html.ts"

const chromium = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8"

test.each([chromium, "text/html", "TEXT/HTML; q=0.5", "application/json;q=0.4, text/html;q=0.5"])(
  "%s prefers HTML",
  (accept) => {
    expect(prefersHtml(accept)).toBe(true)
  },
)

test.each([null, "", "*/*", "application/json", "text/html;q=0", "text/html;q=0.1, application/json", "text/*"])(
  "%s does not",
  (accept) => {
    expect(prefersHtml(accept)).toBe(false)
  },
)
