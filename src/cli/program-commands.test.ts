import { expect, test } from "bun:test"
import { loadProgramCommands, programCommandNamed } from "./program-commands.ts"

test.each((await loadProgramCommands()).map((command) => [command.words.join(" "), command] as const))(
  "%s is found by its words, alone and before others",
  async (_name, command) => {
    expect(await programCommandNamed(command.words)).toBe(command)
    expect(await programCommandNamed([...command.words, "other"])).toBe(command)
  },
)

test("a word that names no command finds none", async () => {
  for (const word of ["", "sreve", "toString", "keys"]) expect(await programCommandNamed([word])).toBeUndefined()
})
