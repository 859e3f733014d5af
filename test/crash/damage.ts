import { Database } from "bun:sqlite"
import { closeSync, openSync, readSync, statSync, writeSync } from "node:fs"

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
  if (leaf === undefined || leaves.length < 3) throw new Error(`${name} has only ${leaves.length} pages.`)
  return leaf.pageno
}

export function middleOf(path: string): number {
  return Math.floor(statSync(path).size / pageBytes / 2)
}

/** The first page of the list of free pages; the header of the file holds its number. */
export function freePageOf(path: string): number {
  const file = openSync(path, "r")
  const number = Buffer.alloc(4)
  readSync(file, number, 0, 4, 32)
  closeSync(file)
  return number.readUInt32BE(0)
}
