import { expect, test } from "bun:test"
import { existsSync, readFileSync } from "node:fs"
import { dirname } from "node:path"
import { Glob } from "bun"

/** The paths of the tree below a folder in docs/architecture.md; those of folders end with a slash. */
function drawnPaths(folder: string): readonly string[] {
  const lines = readFileSync("docs/architecture.md", "utf8").split("\n")
  const start = lines.findIndex((line) => line.split(" ")[0] === folder)
  const length = lines.slice(start + 1).findIndex((line) => !line.startsWith(" "))
  const parents: string[] = []
  return lines.slice(start, start + 1 + length).flatMap((line) => {
    const [, indentation = "", names = ""] = /^( *)(\S+(?: \S+)*)/.exec(line) ?? []
    const depth = indentation.length / 2
    const paths = names.split(" ").map((name) => `${parents[depth - 1] ?? ""}${name}`)
    parents[depth] = paths.at(-1) ?? ""
    return paths
  })
}

test.each([
  ["src/", "src/**"],
  ["test/", "test/*/*"],
])("the tree in docs/architecture.md names every folder of %s, and nothing else", (folder, pattern) => {
  const files = [...new Glob(pattern).scanSync({ cwd: ".", onlyFiles: true })]
  const folders = new Set(files.flatMap(foldersAbove))
  const drawn = drawnPaths(folder)
  expect(drawn.filter((path) => path.endsWith("/")).sort()).toEqual([...folders].sort())
  expect(drawn.filter((path) => !existsSync(path))).toEqual([])
})

function foldersAbove(path: string): readonly string[] {
  const folder = dirname(path)
  return folder === "." ? [] : [`${folder}/`, ...foldersAbove(folder)]
}
