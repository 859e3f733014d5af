import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import { runCommand } from "./run-command.ts"

/** What tests install is kept here, once per version. */
export const cache = join(import.meta.dir, "../../node_modules/.cache/keyward")

/**
 * Fills a folder of the cache under a temporary name first, so that a stopped run leaves no half installation and two runs
 * do not collide.
 */
export async function installOnce(folder: string, install: (unfinished: string) => Promise<void>): Promise<void> {
  if (existsSync(folder)) return
  mkdirSync(cache, { recursive: true })
  const unfinished = mkdtempSync(join(cache, "unfinished-"))
  try {
    await install(unfinished)
    if (!existsSync(folder)) renameSync(unfinished, folder)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}

/** The output of a command that has to succeed. `advice` says what to do if it fails. */
export async function outputOf(command: readonly string[], advice = ""): Promise<string> {
  const { succeeded, output } = await runCommand(command)
  if (!succeeded) throw new Error(`${command.join(" ")} failed:\n${output}\n${advice}`.trim())
  return output
}
