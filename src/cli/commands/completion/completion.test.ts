import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { chmodSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { runHere } from "../../../../test/cli/cli.ts"
import { temporaryFolder } from "../../../../test/services/temporary-folder.ts"
import { startInTerminal } from "../../../../test/services/terminal.ts"
import { operationCommands, programCommands } from "../../all-commands.ts"

const folder = temporaryFolder()
const script = (shell: string) => join(folder.path, `completion.${shell}`)

beforeAll(async () => {
  for (const shell of ["bash", "zsh", "fish"]) {
    const { code, stdout, stderr } = await runHere(["completion", shell])
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    writeFileSync(script(shell), stdout)
  }
  // Prints the arguments that the shell passed on.
  writeFileSync(join(folder.path, "keyward"), '#!/bin/sh\necho "called: $*"\n')
  chmodSync(join(folder.path, "keyward"), 0o755)
})
afterAll(folder.remove)

/** The typed line with an unfinished last word, and the offered completions. */
const offers: readonly (readonly [line: string, offered: readonly string[]])[] = [
  ["keyward ser", ["serve"]],
  ["keyward keys cr", ["create", "create-keys", "create-migration"]],
  ["keyward keys rot", ["rotate"]],
  ["keyward keys rotate key_1 --ov", ["--overlap"]],
  ["keyward roles set-permissions --r", ["--role", "--role-id"]],
  ["keyward help ident", ["identities"]],
  ["keyward help audit v", ["verify"]],
  ["keyward call keys.createM", ["keys.createMigration"]],
  ["keyward call keys.listKeys --al", ["--all"]],
  ["keyward completion f", ["fish"]],
  ["keyward keys create-key --credits.refill.i", ["--credits.refill.interval"]],
  ["keyward keys create-key --name x --credits.refill.interval m", ["monthly"]],
  ["keyward keys create-key --enabled f", ["false"]],
  ["keyward keys list-keys --all --api", ["--api", "--api-id"]],
  ["keyward keys list --all --api", ["--api", "--api-id"]],
  ["keyward events --wat", ["--watch"]],
  ["keyward workspaces disable-workspace --reason own", ["owner_request", "ownership_transfer"]],
  ["keyward keys delete-key --ye", ["--yes"]],
  ["keyward copy --re", ["--restart"]],
]

describe("bash", () => {
  test.each(offers)("offers for %j %j", (line, offered) => {
    const words = line.split(" ")
    const program = `source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _keyward; printf '%s\\n' "\${COMPREPLY[@]}"`
    const { stdout, stderr } = Bun.spawnSync(["bash", "--norc", "-uc", program, script("bash"), ...words])
    expect(stderr.toString()).toBe("")
    expect(stdout.toString().trim().split("\n").sort()).toEqual([...offered])
  })

  test("completes a line that is typed, an equals sign in it too, and files where nothing is known", async () => {
    writeFileSync(join(folder.path, "only-file"), "")
    const terminal = startInTerminal({
      command: ["bash", "--norc", "--noprofile"],
      env: { PS1: "ready> ", PATH: `${folder.path}:${process.env.PATH}` },
    })
    await terminal.waitFor(/ready> /)
    terminal.type(`cd '${folder.path}' && source completion.bash\r`)
    await terminal.waitFor(/ready> /)
    terminal.type("keyward roo\trot\t--over\tx\r")
    await terminal.waitFor(/called: root-keys rotate --overlap x/)
    terminal.type("keyward keys create-key --credits.refill.interval=mo\t\r")
    await terminal.waitFor(/called: keys create-key --credits.refill.interval=monthly/)
    terminal.type("keyward serve --data only\t\r")
    await terminal.waitFor(/called: serve --data only-file/)
    terminal.type("exit\r")
    await terminal.exit
  })
})

describe("zsh", () => {
  const zsh = Bun.which("zsh")

  test("completes a line that is typed", async () => {
    // Without zsh, the checks below cover the script.
    if (zsh === null) return
    const terminal = startInTerminal({
      command: [zsh, "-f"],
      env: { PS1: "ready> ", PATH: `${folder.path}:${process.env.PATH}` },
    })
    await terminal.waitFor(/ready> /)
    terminal.type(`autoload -U compinit && compinit -u -D && source '${script("zsh")}' && echo lo''aded\r`)
    await terminal.waitFor(/loaded/)
    terminal.type("keyward roo\trot\t--over\tx\r")
    await terminal.waitFor(/called: root-keys rotate --overlap x/)
    terminal.type("keyward keys create-key --credits.refill.interval mo\t\r")
    await terminal.waitFor(/called: keys create-key --credits.refill.interval monthly/)
    terminal.type("keyward keys create-key --credits.refill.interval=mo\t\r")
    await terminal.waitFor(/called: keys create-key --credits.refill.interval=monthly/)
    terminal.type("keyward call keys.createM\t\r")
    await terminal.waitFor(/called: call keys.createMigration/)
    terminal.type("exit\r")
    await terminal.exit
  })
})

describe("fish", () => {
  const fish = Bun.which("fish")

  test.each(offers)("offers for %j %j", (line, offered) => {
    // Without fish, the checks below cover the script.
    if (fish === null) return
    const program = "source $argv[1]; complete -C $argv[2]"
    const { stdout, stderr } = Bun.spawnSync([fish, "-N", "-c", program, script("fish"), line])
    expect(stderr.toString()).toBe("")
    const words = stdout.toString().trim().split("\n")
    expect(words.map((word) => word.split("\t")[0]).sort()).toEqual([...offered])
  })
})

describe("every script", () => {
  test.each(["bash", "zsh", "fish"])("for %s knows every command and every flag", async (shell) => {
    const { stdout } = await runHere(["completion", shell])
    for (const { words, flags = {} } of [...programCommands, ...operationCommands]) {
      for (const word of words) expect(stdout).toContain(word)
      for (const flag of Object.keys(flags)) expect(stdout).toContain(flag)
    }
  })

  test.each(["bash", "zsh", "fish"])("for %s closes the quotes it opens", async (shell) => {
    const { stdout } = await runHere(["completion", shell])
    for (const line of stdout.split("\n")) {
      const inDouble = line.replace(/'(?:[^'\\]|\\.)*'/g, "").match(/(?<!\\)"/g) ?? []
      expect({ line, isEven: inDouble.length % 2 === 0 }).toEqual({ line, isEven: true })
    }
    if (shell === "bash") expect(Bun.spawnSync(["bash", "-n", script("bash")]).exitCode).toBe(0)
  })

  test("is refused for another shell", async () => {
    for (const args of [["completion"], ["completion", "tcsh"], ["completion", "bash", "zsh"]]) {
      expect(await runHere(args)).toMatchObject({ code: 2, stderr: expect.stringContaining("Name one shell: bash") })
    }
  })
})

test("every flag that the help of a command tells of is declared, and the other way round", () => {
  for (const { words, flags = {}, help } of programCommands) {
    const text = help()
    const [also = ""] = /^ {2}Also accepts .+(?:\n {4,}.+)*/m.exec(text) ?? []
    const told = [
      ...text.matchAll(/^ {2}(?:KEYWARD_\w+, |-\w, )?--([a-z-]+)/gm),
      ...also.matchAll(/--([a-z.-]+)/g),
    ].map(([, flag]) => flag ?? "")
    expect({ words, flags: Object.keys(flags).sort() }).toEqual({ words, flags: [...new Set(told)].sort() })
  }
})
