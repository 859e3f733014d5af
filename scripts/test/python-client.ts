import { createHash } from "node:crypto"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import { runCommand } from "./run-command.ts"

const requirements = join(import.meta.dir, "../../test/clients/python/requirements.txt")
const advice =
  "The tests need the packages of test/clients/python/requirements.txt: give pip access to a package index (or to a folder of wheels, with PIP_FIND_LINKS) and run npm test again."
const cache = join(import.meta.dir, "../../node_modules/.cache/keyward")

/** A Python with the published Unkey client and what the tests of our own need, installed once per Python and set of versions. */
export async function providePythonClient(): Promise<string> {
  const version = await run(["python3", "-c", "import sys; print(sys.executable, sys.version)"])
  const name = createHash("sha256").update(version).update(readFileSync(requirements)).digest("hex").slice(0, 16)
  const folder = join(cache, `python-${name}`)
  if (!existsSync(folder)) await install(folder)
  return join(folder, "bin/python")
}

/**
 * Installs under a temporary name first, so that a stopped run leaves no half installation and two runs do not
 * collide.
 */
async function install(folder: string): Promise<void> {
  console.log("Installing Python packages with pip (takes a minute) …")
  mkdirSync(cache, { recursive: true })
  const unfinished = mkdtempSync(join(cache, "unfinished-"))
  try {
    await run(["python3", "-m", "venv", unfinished])
    const pip = [join(unfinished, "bin/python"), "-m", "pip", "--disable-pip-version-check", "--no-input"]
    await run([...pip, "install", "--quiet", "--requirement", requirements]).catch((cause: Error) => {
      throw new Error(`${cause.message}\n${advice}`, { cause })
    })
    if (!existsSync(folder)) renameSync(unfinished, folder)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}

async function run(command: readonly string[]): Promise<string> {
  const { succeeded, output } = await runCommand(command)
  if (!succeeded) throw new Error(`${command.join(" ")} failed:\n${output}`)
  return output
}
