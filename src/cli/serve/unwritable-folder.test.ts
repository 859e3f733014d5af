import { expect, test } from "bun:test"
import { chmodSync, chownSync, mkdirSync, statSync, writeFileSync } from "node:fs"
import { userInfo } from "node:os"
import { join } from "node:path"
import { unprivilegedUser } from "../../../scripts/test/unprivileged-user.ts"
import { program } from "../../../test/cli/cli.ts"
import { startProcess } from "../../../test/services/child-process.ts"
import { testFolder } from "../../../test/services/test-folder.ts"

/** Root may write everywhere, so root runs the program as another user. */
const user = unprivilegedUser()
const uid = user?.uid ?? userInfo().uid
const name = Bun.spawnSync(["id", "-un", String(uid)])
  .stdout.toString()
  .trim()
const owner = `user ${name} (${uid})`

const folder = testFolder()
chmodSync(folder.path, 0o755)

function give(path: string): void {
  if (user !== undefined) chownSync(path, user.uid, user.gid)
}

async function refusalOf(data: string): Promise<string> {
  const command = [...program, "serve", "--data", data, "--port", "0"]
  const child = startProcess({ command, user, cwd: "/", env: { KEYWARD_OPERATOR_KEY: "operator-key-of-the-test" } })
  expect((await child.exit).code).toBe(1)
  return child.stderr()
}

const choice = "or choose another folder with --data or KEYWARD_DATA_DIR."
const mode = (path: string) => (statSync(path).mode & 0o777).toString(8).padStart(4, "0")

test("a folder of another user is named with its owner and the user of the service", async () => {
  expect(await refusalOf("/usr")).toBe(
    `The data folder /usr cannot be used: the database file cannot be opened. /usr belongs to user root (0) (mode ${mode("/usr")}), and Keyward runs as ${owner}. Run \`chown -R ${name} /usr\` as root, ${choice}\n`,
  )
})

test("a folder that cannot be created is named with the folder above it", async () => {
  expect(await refusalOf("/usr/keyward/data")).toBe(
    `The data folder /usr/keyward/data cannot be used: permission denied. /usr belongs to user root (0) (mode ${mode("/usr")}), and Keyward runs as ${owner}. Run \`install -d -m 700 -o ${name} /usr/keyward/data\` as root, ${choice}\n`,
  )
})

test("a folder whose mode is wrong is named with its mode", async () => {
  const data = folder.newPath()
  mkdirSync(data, { mode: 0o500 })
  give(data)
  expect(await refusalOf(data)).toContain(
    `${data} has the mode 0500, and Keyward runs as ${owner}, its owner. Run \`chmod u+rwX ${data}\`, ${choice}`,
  )
})

test("a file in the folder that cannot be written is named", async () => {
  const data = folder.newPath()
  mkdirSync(data, { mode: 0o700 })
  const file = join(data, "keyward.db")
  writeFileSync(file, "", { mode: 0o400 })
  give(file)
  give(data)
  expect(await refusalOf(data)).toContain(`${file} has the mode 0400, and Keyward runs as ${owner}, its owner.`)
})
