import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { cache, installOnce, outputOf } from "./install-once.ts"

const requirements = join(import.meta.dir, "../../test/clients/python/requirements.txt")
const advice =
  "The tests need the packages of test/clients/python/requirements.txt: give pip access to a package index (or to a folder of wheels, with PIP_FIND_LINKS) and run npm test again."

/** A Python with the published Unkey client and what the tests of our own need, installed once per Python and set of versions. */
export async function providePythonClient(): Promise<string> {
  const version = await outputOf(["python3", "-c", "import sys; print(sys.executable, sys.version)"])
  const name = createHash("sha256").update(version).update(readFileSync(requirements)).digest("hex").slice(0, 16)
  const folder = join(cache, `python-${name}`)
  await installOnce(folder, async (unfinished) => {
    console.log("Installing Python packages with pip (takes a minute) …")
    await outputOf(["python3", "-m", "venv", unfinished])
    const pip = [join(unfinished, "bin/python"), "-m", "pip", "--disable-pip-version-check", "--no-input"]
    await outputOf([...pip, "install", "--quiet", "--requirement", requirements], advice)
  })
  return join(folder, "bin/python")
}
