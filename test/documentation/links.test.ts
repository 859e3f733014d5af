import { expect, test } from "bun:test"
import { existsSync } from "node:fs"
import { dirname, join } from "node:path"
import { docsPages } from "../../src/http/pages/docs/contents.ts"
import { anchorsIn, withoutBlocks } from "./anchors.ts"
import { pages } from "./page.ts"

const servedDocs = "http://localhost:8080/docs"

/** Empty if the server has no such page. */
function fileServedAt(address: string): string {
  return docsPages.find(({ path }) => path === new URL(address).pathname)?.file ?? ""
}

test.each(pages())("every link of %s leads somewhere", (page) => {
  const targets = [...withoutBlocks(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target)
  const broken = targets.filter((target) => {
    const [path = "", anchor] = target.split("#")
    if (/^https?:/.test(target) && !path.startsWith(servedDocs)) return false
    const file = path === "" ? page : path.startsWith(servedDocs) ? fileServedAt(path) : join(dirname(page), path)
    if (!existsSync(file)) return true
    return anchor !== undefined && !anchorsIn(file).has(anchor)
  })
  expect(broken).toEqual([])
})

test.each(pages())("every source file that %s names exists", (page) => {
  const named = [...withoutBlocks(page).matchAll(/`((?:src|test|scripts|docs)\/[\w./-]+)`/g)].map(
    ([, path = ""]) => path,
  )
  expect(named.filter((path) => !existsSync(path))).toEqual([])
})
