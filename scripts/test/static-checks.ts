import { join } from "node:path"
import type { Result } from "./result.ts"
import { runCommand } from "./run-command.ts"

const checks = [["tsc", "--noEmit"], ["biome", "check", "."], ["knip"]] as const

/** Runs all checks in parallel, because one of them uses a single core. Each check counts as one test. */
export function runStaticChecks(): Promise<Result[]> {
  return Promise.all(checks.map(runCheck))
}

/** Prints the output of a failing check. */
async function runCheck([program, ...args]: (typeof checks)[number]): Promise<Result> {
  const { succeeded, output } = await runCommand([join("node_modules", ".bin", program), ...args])
  if (!succeeded) process.stdout.write(output)
  console.log(`${program}: ${succeeded ? "ok" : "failed"}`)
  return {
    tally: { passed: succeeded ? 1 : 0, failed: succeeded ? 0 : 1, skipped: 0 },
    failures: succeeded
      ? []
      : [
          {
            title: [program, ...args].join(" "),
            details: Bun.stripANSI(output)
              .split("\n")
              .filter((line) => line.trim() !== ""),
          },
        ],
  }
}
