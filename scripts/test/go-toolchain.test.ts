import { expect, test } from "bun:test"
import { chmodSync, writeFileSync } from "node:fs"
import { testFolder } from "../../test/services/test-folder.ts"
import { isNewEnough } from "./go-toolchain.ts"

const folder = testFolder()

test.each([
  ["go1.19.8", false],
  ["go1.22.10", false],
  ["go1.23.0", true],
  ["go1.23.4", true],
  ["go1.26.6", true],
])("%s is new enough: %p", async (version, expected) => {
  const program = folder.newPath()
  writeFileSync(program, `#!/bin/sh\n[ "$*" = "env GOVERSION" ] && echo ${version}\n`)
  chmodSync(program, 0o755)
  expect(await isNewEnough(program)).toBe(expected)
})
