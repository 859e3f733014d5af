import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  unlinkSync,
} from "node:fs"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import type { Config } from "../config.ts"

/** The socket at which the fronts of a main process connect, in a folder that only its owner can enter. */
export interface Door {
  /** The main process listens here first. */
  readonly newPath: string
  /** Fronts connect here. */
  readonly path: string
  /** To be called once the main process listens. From then on, a socket here at which nothing listens is abandoned. */
  open(): void
  remove(): void
}

const prefix = "keyward-fronts-"
const socketName = "main.sock"
/** The longest path that a socket can have on Linux. */
const longestPath = 107
/** Fronts connect with a URL, and Bun does not decode its path. */
const safePath = /^[\w./+,=@~-]+$/

/**
 * The folder is in the data folder, which belongs to this process; with PostgreSQL, or if its path cannot be that of a socket,
 * it is a temporary one.
 */
export async function makeDoor({ dataDir, databaseUrl }: Pick<Config, "dataDir" | "databaseUrl">): Promise<Door> {
  const inData = join(resolve(dataDir), "fronts")
  if (databaseUrl !== undefined || !fits(inData)) {
    await removeAbandonedDoors(tmpdir())
    return doorIn(mkdtempSync(join(tmpdir(), prefix)))
  }
  // A process that was killed has left it behind.
  rmSync(inData, { recursive: true, force: true })
  mkdirSync(inData, { mode: 0o700 })
  return doorIn(inData)
}

function doorIn(folder: string): Door {
  const path = join(folder, socketName)
  const newPath = join(folder, "new.sock")
  const remove = () => rmSync(folder, { recursive: true, force: true })
  if (fits(folder)) {
    const open = () => {
      chmodSync(newPath, 0o600)
      renameSync(newPath, path)
    }
    return { newPath, path, open, remove }
  }
  remove()
  throw new Error(
    safePath.test(path)
      ? `The socket of the fronts would be ${path}, which is longer than ${longestPath} bytes. Set TMPDIR to a folder with a shorter path.`
      : `The socket of the fronts would be ${path}. Its path may have letters from A to Z, digits and . _ / + , = @ ~ - only. Set TMPDIR to a folder with such a path.`,
  )
}

function fits(folder: string): boolean {
  const path = join(folder, socketName)
  return safePath.test(path) && path.length <= longestPath
}

/** Removes the doors in this folder whose processes were killed. Others may share the folder, so only doors of this user count. */
export async function removeAbandonedDoors(shared: string): Promise<void> {
  const names = readdirSync(shared).filter((name) => name.startsWith(prefix))
  await Promise.all(names.map((name) => removeIfAbandoned(join(shared, name))))
}

async function removeIfAbandoned(folder: string): Promise<void> {
  try {
    const { uid, mode } = lstatSync(folder)
    const isOwn = uid === process.getuid?.() && (mode & typeAndPermissions) === folderForOwner
    if (!isOwn) return
    const path = join(folder, socketName)
    if (!lstatSync(path).isSocket() || !(await isRefused(path))) return
    unlinkSync(path)
    rmdirSync(folder)
  } catch {
    // Another process has removed it, or it holds more than a socket.
  }
}

const typeAndPermissions = 0o170777
/** A link has another type. */
const folderForOwner = 0o040700

/** Whether nothing listens there. A process that is stopped or busy still listens. */
function isRefused(path: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect(path)
  const end = (refused: boolean) => {
    socket.destroy()
    resolve(refused)
  }
  socket.once("connect", () => end(false))
  socket.once("error", (error: NodeJS.ErrnoException) => end(error.code === "ECONNREFUSED"))
  return promise
}
