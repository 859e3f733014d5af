import { expect, test } from "bun:test"
import { existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { pages } from "./page.ts"

/** As GitHub makes them of headings. */
function anchorsIn(page: string): ReadonlySet<string> {
  const headings = [...withoutBlocks(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => heading)
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, "")
        .replaceAll(" ", "-"),
    ),
  )
}

function withoutBlocks(page: string): string {
  return readFileSync(page, "utf8").replace(/^[ \t]*```[\s\S]*?^[ \t]*```/gm, "")
}

test.each(pages())("every link of %s leads somewhere", (page) => {
  const targets = [...withoutBlocks(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target)
  const broken = targets.filter((target) => {
    if (/^https?:/.test(target)) return false
    const [path = "", anchor] = target.split("#")
    const file = path === "" ? page : join(dirname(page), path)
    if (!existsSync(file)) return true
    return anchor !== undefined && !anchorsIn(file).has(anchor)
  })
  expect(broken).toEqual([])
})
