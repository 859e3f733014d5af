import { afterAll } from "bun:test"

const mounted = new Set<string>()

// A test that failed has not tidied up; what is in use still goes as soon as it is not.
afterAll(() => {
  for (const folder of mounted) run("umount", "--lazy", folder)
})

export function mount(folder: string, ...what: readonly string[]): void {
  run("mount", ...what, folder)
  mounted.add(folder)
}

export function unmount(folder: string): void {
  run("umount", folder)
  mounted.delete(folder)
}

/** Throws what the command complained about. */
export function run(...command: string[]): void {
  const { success, stderr } = Bun.spawnSync(command)
  if (!success) throw new Error(`${command.join(" ")}: ${stderr}`)
}
