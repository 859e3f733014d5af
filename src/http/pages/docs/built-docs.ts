import type { BuiltFiles } from "../built-files.ts"
import type { TocEntry } from "../layout/toc.ts"
import type { SearchEntry } from "../search/entry.ts"

/** A page as scripts/build/docs.ts has rendered it. */
export interface BuiltPage {
  readonly title: string
  /** The first paragraph as plain text, for search engines and chats. */
  readonly summary: string
  readonly headings: readonly TocEntry[]
  /** Everything below the title. */
  readonly html: string
}

/** Names of built files have no folders, because the executable embeds them without. */
function flatName(path: string): string {
  return path.slice(1).replaceAll("/", "-")
}

/** The executable embeds no file without an extension. */
export function fileName(path: string): string {
  const name = flatName(path)
  return name.includes(".") ? name : `${name}.txt`
}

export function pageName(path: string): string {
  return `${flatName(path)}.json`
}

export const searchName = "docs-search.entries.json"

export function readPage(files: BuiltFiles, path: string): Promise<BuiltPage> {
  return read(files, pageName(path))
}

export async function readSearchEntries(files: BuiltFiles): Promise<readonly SearchEntry[]> {
  return files.has(searchName) ? read(files, searchName) : []
}

function read<T>(files: BuiltFiles, name: string): Promise<T> {
  const file = files.get(name)
  if (file === undefined) throw new Error(`The built docs have no ${name}.`)
  return file.json()
}
