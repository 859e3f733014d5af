import { join } from "node:path"
import { runCommand } from "./run-command.ts"
import type { Tally } from "./tally.ts"

const checks = [["tsc", "--noEmit"], ["biome", "check", "."], ["knip"]] as const

/** Each check counts as one test. Prints the output of a failing check. */
export async function runStaticChecks(): Promise<Tally[]> {
  const tallies: Tally[] = []
  for (const check of checks) {
    const [program, ...args] = check
    const { succeeded, output } = await runCommand([join("node_modules", ".bin", program), ...args])
    if (!succeeded) process.stdout.write(output)
    console.log(`${program}: ${succeeded ? "ok" : "failed"}`)
    tallies.push({ passed: succeeded ? 1 : 0, failed: succeeded ? 0 : 1, skipped: 0 })
  }
  return tallies
}
