import { readFileSync } from "node:fs"

/** The anchors that GitHub gives the headings of a page. */
export function anchorsIn(page: string): ReadonlySet<string> {
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

/** The text of a page without its fenced blocks. */
export function withoutBlocks(page: string): string {
  return readFileSync(page, "utf8").replace(/^[ \t]*```[\s\S]*?^[ \t]*```/gm, "")
}
