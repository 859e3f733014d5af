export interface Receiver {
  readonly url: string
  /** How many requests it got. */
  received(): Promise<number>
  stop(): Promise<void>
}

/** An endpoint in its own process. */
export async function startReceiver(): Promise<Receiver> {
  const child = Bun.spawn([process.execPath, `${import.meta.dir}/receiver.ts`], {
    stdin: "pipe",
    stdout: "pipe",
    stderr: "inherit",
  })
  const reader = child.stdout.getReader()
  const decoder = new TextDecoder()
  const next = async () => JSON.parse(decoder.decode((await reader.read()).value))
  const { port } = await next()
  return {
    url: `http://127.0.0.1:${port}/hook`,
    async received() {
      child.stdin.write("\n")
      await child.stdin.flush()
      return (await next()).received
    },
    async stop() {
      child.kill("SIGTERM")
      await child.exited
    },
  }
}
