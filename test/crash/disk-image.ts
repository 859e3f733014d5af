import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { temporaryFolder } from "../services/temporary-folder.ts"
import { mount, run, unmount } from "./mounts.ts"

/** A file system in a file: what the system has not synced yet is not in it, as it would not be on a disk. */
export interface DiskImage {
  readonly folder: string
  /** Another one with what is on this one now. */
  copy(): DiskImage
  remove(): void
}

/** Root may, where the system has loop devices. */
export function canMountImages(): boolean {
  if (process.getuid?.() !== 0 || Bun.which("mkfs.ext4") === null) return false
  try {
    createDiskImage().remove()
    return true
  } catch {
    return false
  }
}

export function createDiskImage(): DiskImage {
  return mounted((image) => {
    run("truncate", "--size=32M", image)
    run("mkfs.ext4", "-q", image)
  })
}

function mounted(make: (image: string) => void): DiskImage {
  const { path, remove } = temporaryFolder()
  const [image, folder] = [join(path, "image"), join(path, "mounted")]
  mkdirSync(folder)
  try {
    make(image)
    // Nothing is synced by the clock, only by who asks for it.
    mount(folder, "-o", "loop,commit=300", image)
  } catch (error) {
    remove()
    throw error
  }
  return {
    folder,
    copy: () => mounted((other) => run("cp", "--sparse=always", image, other)),
    remove() {
      unmount(folder)
      remove()
    },
  }
}
