export type Outcome = { readonly succeeded: boolean; readonly output: string }

/** Runs a command to its end and hides its output. */
export async function runCommand(command: readonly string[], env: Record<string, string> = {}): Promise<Outcome> {
  const child = Bun.spawn([...command], { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] })
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { succeeded: code === 0, output: stdout + stderr }
}
