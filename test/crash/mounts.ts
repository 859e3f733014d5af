import { atFileEnd } from "../services/at-file-end.ts"

const mounted = new Set<string>()

// A failed test leaves its mounts behind. A lazy unmount removes each of them as soon as it is unused.
atFileEnd(() => {
  for (const folder of mounted) run("umount", "--lazy", folder)
  mounted.clear()
})

export function mount(folder: string, ...what: readonly string[]): void {
  run("mount", ...what, folder)
  mounted.add(folder)
}

export function unmount(folder: string): void {
  run("umount", folder)
  mounted.delete(folder)
}

/** Throws the stderr of a command that fails. */
export function run(...command: string[]): void {
  const { success, stderr } = Bun.spawnSync(command)
  if (!success) throw new Error(`${command.join(" ")}: ${stderr}`)
}
