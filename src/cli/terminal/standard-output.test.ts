import { describe, expect, test } from "bun:test"
import { join } from "node:path"
import { withoutProgress } from "../../../test/cli/run-here.ts"
import { startProcess } from "../../../test/services/child-process.ts"
import { startInTerminal } from "../../../test/services/terminal.ts"

const file = (name: string) => JSON.stringify(join(import.meta.dir, name))

/** Counts to ten within half a second and reports it. */
const working = `
  import { progressOn } from ${file("progress.ts")}
  import { standardOutput } from ${file("standard-output.ts")}
  const output = standardOutput(process.env)
  const note = progressOn(output)(10, "rows copied")
  for (let count = 0; count < 10; count++) {
    await Bun.sleep(60)
    note(1)
    if (count === 8) output.print(output.paint("bold", "nearly"))
  }
  output.print("done")
`

describe("work that takes long", () => {
  test("shows at a terminal a bar in one place, which is gone before anything else is printed", async () => {
    const terminal = startInTerminal({ command: [process.execPath, "-e", working] })
    expect(await terminal.exit).toBe(0)
    const erased = "\r\u001b[K"
    const screen = terminal.screen()
    expect(screen.split(erased).some((line) => /^\[#+\.+\] +\d+ % \d of 10 rows copied$/.test(line))).toBe(true)
    expect(screen).toContain(`${erased}\u001b[1mnearly\u001b[22m\r\n`)
    expect(screen).toEndWith("done\r\n")
    const left = screen.split("\r\n").map((line) => line.split(erased).at(-1))
    expect(left).toEqual(["\u001b[1mnearly\u001b[22m", "done", ""])
  })

  test("never needs more than a line", async () => {
    const terminal = startInTerminal({ command: [process.execPath, "-e", working], columns: 30 })
    expect(await terminal.exit).toBe(0)
    const bars = terminal.screen().match(/\[#[^\r]*/g) ?? []
    expect(bars.length).toBeGreaterThan(0)
    for (const bar of bars) expect(bar.length).toBeLessThan(30)
  })

  test.each([[{ NO_COLOR: "1" }], [{ TERM: "dumb" }]])("is not coloured with %p", async (env) => {
    const terminal = startInTerminal({ command: [process.execPath, "-e", working], env })
    await terminal.exit
    expect(terminal.screen()).toContain("nearly\r\n")
    expect(terminal.screen()).not.toContain("\u001b[1m")
  })

  test("leaves no trace of bars and colours where there is no terminal", async () => {
    const child = startProcess({ command: [process.execPath, "-e", working] })
    expect(await child.exit).toEqual({ code: 0, signal: null })
    expect(child.stdout()).toBe("nearly\ndone\n")
    expect(withoutProgress(child.stderr())).toBe("")
  })
})
