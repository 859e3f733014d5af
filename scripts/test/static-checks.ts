import { join } from "node:path"
import { runCommand } from "./run-command.ts"
import type { Tally } from "./tally.ts"

const checks = [["tsc", "--noEmit"], ["biome", "check", "."], ["knip"]] as const

/** Runs all checks in parallel, because one of them uses a single core. Each check counts as one test. */
export function runStaticChecks(): Promise<Tally[]> {
  return Promise.all(checks.map(runCheck))
}

/** Prints the output of a failing check. */
async function runCheck([program, ...args]: (typeof checks)[number]): Promise<Tally> {
  const { succeeded, output } = await runCommand([join("node_modules", ".bin", program), ...args])
  if (!succeeded) process.stdout.write(output)
  console.log(`${program}: ${succeeded ? "ok" : "failed"}`)
  return { passed: succeeded ? 1 : 0, failed: succeeded ? 0 : 1, skipped: 0 }
}
