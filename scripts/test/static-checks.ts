import type { Result } from "./result.ts"
import { runCommand } from "./run-command.ts"

/** What `npm run check` runs. */
const checks = ["check:types", "check:dashboard", "check:style", "check:unused"] as const

/** Runs all checks in parallel, because one of them uses a single core. Each check counts as one test. */
export function runStaticChecks(): Promise<Result[]> {
  return Promise.all(checks.map(runCheck))
}

/** Prints the output of a failing check. */
async function runCheck(check: (typeof checks)[number]): Promise<Result> {
  const { succeeded, output } = await runCommand(["npm", "run", "--silent", check])
  if (!succeeded) process.stdout.write(output)
  console.log(`${check}: ${succeeded ? "ok" : "failed"}`)
  return {
    tally: { passed: succeeded ? 1 : 0, failed: succeeded ? 0 : 1, skipped: 0 },
    failures: succeeded
      ? []
      : [
          {
            title: `npm run ${check}`,
            details: Bun.stripANSI(output)
              .split("\n")
              .filter((line) => line.trim() !== ""),
          },
        ],
  }
}
