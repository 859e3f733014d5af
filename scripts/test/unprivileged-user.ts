export type User = { readonly uid: number; readonly gid: number }

/** PostgreSQL refuses to run as root, so root runs it as `postgres`, or as `nobody` if that user is missing. */
export function unprivilegedUser(): User | undefined {
  if (process.getuid?.() !== 0) return undefined
  const user = ["postgres", "nobody"].map(findUser).find((found) => found !== undefined)
  if (!user)
    throw new Error("PostgreSQL does not run as root: create a user named postgres, or run npm test as another user.")
  return user
}

/** Whether the user can reach the path and enter the folder or run the program. */
export function canEnter(path: string, user: User | undefined): boolean {
  return Bun.spawnSync(["/bin/sh", "-c", '[ -x "$1" ]', "sh", path], { cwd: "/", ...user }).success
}

function findUser(name: string): User | undefined {
  const uid = Bun.spawnSync(["id", "-u", name])
  const gid = Bun.spawnSync(["id", "-g", name])
  if (!uid.success || !gid.success) return undefined
  return { uid: Number(uid.stdout.toString()), gid: Number(gid.stdout.toString()) }
}
