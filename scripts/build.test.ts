import { expect, test } from "bun:test"
import { targets } from "./build/executable.ts"

function build(...args: readonly string[]) {
  const { exitCode, stdout, stderr } = Bun.spawnSync([process.execPath, "scripts/build.ts", ...args])
  return { code: exitCode, stdout: stdout.toString(), stderr: stderr.toString() }
}

test("explains itself, naming every target", () => {
  const { code, stdout, stderr } = build("--help")
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
  for (const target of targets) expect(stdout).toContain(target)
})

test.each([
  [["--target", "vax"], `There is no target "vax". There are: ${targets.join(", ")}.\n`],
  [["--target"], /--target.*\nnpm run build -- --help shows what there is\.\n$/],
  [["--tarket", "linux-x64"], /--tarket.*\nnpm run build -- --help shows what there is\.\n$/],
  [["linux-x64"], /linux-x64.*\nnpm run build -- --help shows what there is\.\n$/],
])("builds nothing for %p, and says why", (args, message) => {
  const { code, stdout, stderr } = build(...args)
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
  if (typeof message === "string") expect(stderr).toBe(message)
  else expect(stderr).toMatch(message)
})
