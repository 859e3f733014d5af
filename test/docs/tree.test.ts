import { expect, test } from "bun:test"
import { existsSync, readFileSync } from "node:fs"
import { dirname } from "node:path"
import { Glob } from "bun"

/** The paths of the tree below `src/` in docs/architecture.md; those of folders end with a slash. */
function drawnPaths(): readonly string[] {
  const [, tree = ""] = /^```text\n(src\/\n(?: .*\n)+)/m.exec(readFileSync("docs/architecture.md", "utf8")) ?? []
  const parents: string[] = []
  return tree
    .trimEnd()
    .split("\n")
    .flatMap((line) => {
      const [, indentation = "", names = ""] = /^( *)(\S+(?: \S+)*)/.exec(line) ?? []
      const depth = indentation.length / 2
      const paths = names.split(" ").map((name) => `${parents[depth - 1] ?? ""}${name}`)
      parents[depth] = paths.at(-1) ?? ""
      return paths
    })
}

test("the tree in docs/architecture.md names every folder of src/, and nothing else", () => {
  const files = [...new Glob("src/**").scanSync({ cwd: ".", onlyFiles: true })]
  const folders = new Set(files.flatMap(foldersAbove))
  const drawn = drawnPaths()
  expect(drawn.filter((path) => path.endsWith("/")).sort()).toEqual([...folders].sort())
  expect(drawn.filter((path) => !existsSync(path))).toEqual([])
})

function foldersAbove(path: string): readonly string[] {
  const folder = dirname(path)
  return folder === "." ? [] : [`${folder}/`, ...foldersAbove(folder)]
}
