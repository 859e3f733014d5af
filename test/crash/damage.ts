import { Database } from "bun:sqlite"
import { closeSync, openSync, statSync, writeSync } from "node:fs"

const pageBytes = 4096

/** Overwrites pages of a file that no process uses. */
export function overwritePages(path: string, first: number, count: number): void {
  const file = openSync(path, "r+")
  for (let page = first; page < first + count; page += 1) {
    writeSync(file, Buffer.alloc(pageBytes, 0xa5), 0, pageBytes, (page - 1) * pageBytes)
  }
  closeSync(file)
}

/** A page with rows in the middle of a table or an index. */
export function leafOf(path: string, name: string): number {
  using file = new Database(path, { readonly: true })
  const leaves = file
    .query<{ pageno: number }, [string]>("select pageno from dbstat where name = ? and pagetype = 'leaf' order by path")
    .all(name)
  const leaf = leaves[Math.floor(leaves.length / 2)]
  if (leaf === undefined) throw new Error(`${name} has no pages.`)
  return leaf.pageno
}

export function middleOf(path: string): number {
  return Math.floor(statSync(path).size / pageBytes / 2)
}

/** The first page of a table or an index. */
export function rootOf(path: string, name: string): number {
  using file = new Database(path, { readonly: true })
  const [row] = file
    .query<{ rootpage: number }, [string]>("select rootpage from sqlite_schema where name = ?")
    .all(name)
  return row?.rootpage ?? 0
}
