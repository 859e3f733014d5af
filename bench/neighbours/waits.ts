import type { Subprocess } from "bun"

/** How long verifications of the neighbour waited during one window. */
export interface Waits {
  readonly longestMs: number
  /**
   * What the thread that serves requests worked at most during one of them. A busy machine makes every wait longer, but
   * not this; absent where the system does not tell.
   */
  readonly longestWorkMs: number | undefined
}

export interface Watched {
  readonly port: number
  /** Of the process that serves the port. */
  readonly pid: number
  readonly rootKey: string
  readonly key: string
}

export type ToWatcher = ({ readonly type: "watch" } & Watched) | { readonly type: "begin" } | { readonly type: "end" }
export type FromWatcher =
  | { readonly type: "watching" }
  | { readonly type: "begun" }
  | { readonly type: "waits"; readonly waits: Waits }

export interface Watcher {
  /** How long the neighbour waits while the work is done. */
  during(work: () => Promise<unknown>): Promise<Waits>
  stop(): Promise<void>
}

export async function startWatcher(watched: Watched): Promise<Watcher> {
  let answered: (message: FromWatcher) => void = () => {}
  let failed: (error: Error) => void = () => {}
  const child: Subprocess = Bun.spawn([process.execPath, `${import.meta.dir}/watcher.ts`], {
    stdio: ["ignore", "inherit", "inherit"],
    ipc: (message: FromWatcher) => answered(message),
    onExit: () => failed(new Error("The process of the neighbour has ended.")),
  })
  const ask = (message: ToWatcher) =>
    new Promise<FromWatcher>((resolve, reject) => {
      answered = resolve
      failed = reject
      child.send(message)
    })
  await ask({ type: "watch", ...watched })
  return {
    async during(work) {
      await ask({ type: "begin" })
      await work()
      // What a request leaves behind, garbage for example, belongs to it.
      await Bun.sleep(aftermathMs)
      const answer = await ask({ type: "end" })
      if (answer.type !== "waits") throw new Error(`The neighbour answered ${answer.type}.`)
      return answer.waits
    },
    async stop() {
      failed = () => {}
      child.kill()
      await child.exited
    },
  }
}

const aftermathMs = 100
