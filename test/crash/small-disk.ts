import { closeSync, openSync, rmSync, statSync, writeSync } from "node:fs"
import { join } from "node:path"
import { temporaryFolder } from "../services/temporary-folder.ts"
import { mount, run, unmount } from "./mounts.ts"
import type { Node } from "./node.ts"

/** A data folder whose disk can become full, and have room again, while a server runs on it. */
export interface SmallDisk {
  readonly folder: string
  fill(node: Node): void
  makeRoom(node: Node): void
  remove(): void
}

type Kind = {
  readonly name: string
  readonly make: () => SmallDisk
  /** What the server says about the disk while it is full, and while it has room. */
  readonly problems: { readonly full: readonly string[]; readonly room: readonly string[] }
}

/** The variants that this machine supports: only root may mount, and only Linux has both. */
export function kindsOfSmallDisk(): readonly Kind[] {
  const kinds: Kind[] = []
  if (canMount()) {
    // The whole disk is smaller than what counts as nearly full.
    const problems = { full: ["disk_full"], room: ["disk_low"] }
    kinds.push({ name: "a disk without room", make: smallFileSystem, problems })
  }
  if (Bun.which("prlimit") !== null) {
    kinds.push({ name: "files that cannot grow", make: limitedFiles, problems: { full: [], room: [] } })
  }
  return kinds
}

function canMount(): boolean {
  if (process.getuid?.() !== 0 || process.platform !== "linux") return false
  try {
    smallFileSystem().remove()
    return true
  } catch {
    return false
  }
}

/** A separate file system that a filler file fills to the last byte. */
function smallFileSystem(): SmallDisk {
  const { path, remove } = temporaryFolder()
  mount(path, "-t", "tmpfs", "-o", "size=12m", "none")
  const filler = join(path, "filler")
  return {
    folder: join(path, "data"),
    fill() {
      const file = openSync(filler, "a")
      for (const size of [65_536, 4_096, 1]) writeUntilFull(file, Buffer.alloc(size))
      closeSync(file)
    },
    makeRoom: () => rmSync(filler),
    remove() {
      unmount(path)
      remove()
    },
  }
}

function writeUntilFull(file: number, block: Buffer): void {
  try {
    while (writeSync(file, block) > 0);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error
  }
}

/** The process cannot extend any file, so SQLite reports an I/O error instead of a full disk. */
function limitedFiles(): SmallDisk {
  const { path, remove } = temporaryFolder()
  const limit = (node: Node, size: string) => run("prlimit", `--pid=${node.pid}`, `--fsize=${size}:`)
  return {
    folder: path,
    fill: (node) => limit(node, String(statSync(join(path, "keyward.db-wal")).size)),
    makeRoom: (node) => limit(node, "unlimited"),
    remove,
  }
}
