import { expect, test } from "bun:test"
import { existsSync } from "node:fs"
import { dirname, join } from "node:path"
import { anchorsIn, withoutBlocks } from "./anchors.ts"
import { pages } from "./page.ts"

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

test.each(pages())("every source file that %s names exists", (page) => {
  const named = [...withoutBlocks(page).matchAll(/`((?:src|test|scripts|docs)\/[\w./-]+)`/g)].map(
    ([, path = ""]) => path,
  )
  expect(named.filter((path) => !existsSync(path))).toEqual([])
})
