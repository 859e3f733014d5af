import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { temporaryFolder } from "../services/temporary-folder.ts"
import { mount, run, unmount } from "./mounts.ts"

/** A file system stored in a file. As on a disk, unsynced data is not in the file. */
export interface DiskImage {
  readonly folder: string
  /** A new image with the present content of this one. */
  copy(): DiskImage
  remove(): void
}

/** Needs root and loop devices. */
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
    // Turns off periodic syncs, so that only explicit syncs reach the image.
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
