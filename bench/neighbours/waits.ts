import type { Subprocess } from "bun"

/** How long the neighbour's requests waited during one window. */
export interface Waits {
  /** For a verification. */
  readonly longestMs: number
  /** For a list of keys, which the threads and connections of lists serve. */
  readonly longestListMs: number
  /**
   * The longest work of the serving thread during one verification. A busy machine does not affect it. Undefined if
   * the system does not report it.
   */
  readonly longestWorkMs: number | undefined
}

export interface Watched {
  readonly port: number
  /** The process that serves the port. */
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
  /** Measures the neighbour's waits while the work runs. */
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
      // The aftermath of a request, such as garbage, counts as part of it.
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
