import { expect, test } from "bun:test"
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { runProcess, startServe } from "../../../test/cli/cli.ts"
import { firstKeysOf } from "../../../test/harness/first-keys.ts"
import { testFolder } from "../../../test/services/test-folder.ts"
import { firstKeysFile } from "./first-keys-file.ts"

const { newPath: newFolder } = testFolder()

test.each([
  ["a link to another file", (path: string, target: string) => symlinkSync(target, path)],
  ["a link to a file that does not exist", (path: string) => symlinkSync(`${path}.missing`, path)],
  ["a file with the keys of another installation", (path: string) => writeFileSync(path, "precious")],
])("a first start that finds %s where its keys belong creates none, and writes nothing there", async (_, put) => {
  const data = newFolder()
  mkdirSync(data)
  const [path, target] = [join(data, "first-start.txt"), newFolder()]
  writeFileSync(target, "precious")
  put(path, target)
  const refused = await runProcess(["serve", "--data", data, "--port", "0"])
  expect({ code: refused.code, stdout: refused.stdout }).toEqual({ code: 1, stdout: "" })
  expect(refused.stderr).toStartWith(`The first start must write its keys to ${path}, which exists already.`)
  expect(readFileSync(target, "utf8")).toBe("precious")
  expect(existsSync(`${path}.missing`)).toBe(false)
  rmSync(path)
  const served = await startServe(["--data", data])
  expect(firstKeysOf(served).operatorKey).toStartWith("kw_op_")
  expect(readFileSync(target, "utf8")).toBe("precious")
  served.kill("SIGTERM")
  await served.exit
})

test("keys that exist are not lost, although a file has appeared where they belong", () => {
  const data = newFolder()
  const file = firstKeysFile(data)
  file.require()
  const target = newFolder()
  writeFileSync(target, "precious")
  symlinkSync(target, join(data, "first-start.txt"))
  const path = file.write("the keys")
  expect(path).toMatch(/first-start-[\w-]+\.txt$/)
  expect(readFileSync(path, "utf8")).toBe("the keys")
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readFileSync(target, "utf8")).toBe("precious")
})
