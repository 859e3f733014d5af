import type { BuiltFiles } from "../built-files.ts"

/** A page as scripts/build/docs.ts has rendered it. */
export interface BuiltPage {
  readonly title: string
  /** The first paragraph as plain text, for search engines and previews. */
  readonly summary: string
  /** Headings of the second and third level, for "on this page". */
  readonly headings: readonly Heading[]
  /** Everything below the title. */
  readonly html: string
}

export interface Heading {
  readonly level: number
  readonly id: string
  readonly text: string
}

/** Names of built files have no folders, because the executable embeds them without. */
export function fileName(path: string): string {
  return path.slice(1).replaceAll("/", "-")
}

export function pageName(path: string): string {
  return `${fileName(path)}.json`
}

export async function readPage(files: BuiltFiles, path: string): Promise<BuiltPage> {
  const file = files.get(pageName(path))
  if (file === undefined) throw new Error(`The built docs have no ${pageName(path)}.`)
  return file.json()
}
