import type { Exit, ServingProcess } from "./serving-process.ts"

/** A set of processes that share one port. */
export interface ProcessPool {
  /** Starts all processes. Returns an exit if a process ends before it serves, or if the pool is stopped. */
  start(onServing: () => void): Promise<Exit | undefined>
  /** Restarts every process that ends until the pool is stopped. Returns the exits of all processes. */
  keepRunning(): Promise<readonly Exit[]>
  readonly isStopping: boolean
  stop(): void
  kill(): void
}

interface ProcessPoolOptions {
  readonly count: number
  startOne(number: number): ServingProcess
  /** Writes a message to the log. */
  report(message: string, cause: string): void
}

const firstPauseMs = 250
const longestPauseMs = 30_000
/** A process that ran this long ends for a new reason, so its pause is short again. */
const calmMs = 60_000

const stoppedExit: Exit = { code: 0, signal: null }

export function createProcessPool({ count, startOne, report }: ProcessPoolOptions): ProcessPool {
  const running = new Map<number, ServingProcess>()
  const { promise: stopped, resolve: endPauses } = Promise.withResolvers<void>()
  let isStopping = false

  const startAs = (number: number): ServingProcess => {
    const started = startOne(number)
    running.set(number, started)
    return started
  }
  const startAll = async (numbers: readonly number[], onServing: () => void): Promise<Exit | undefined> => {
    const exits = await Promise.all(
      numbers.map(async (number) => {
        const started = startAs(number)
        if (!(await started.serves)) return started.exit
        onServing()
        return undefined
      }),
    )
    return exits.find((exit) => exit !== undefined)
  }
  const stop = () => {
    isStopping = true
    for (const one of running.values()) one.stop()
    endPauses()
  }

  const keepOneRunning = async (number: number): Promise<Exit> => {
    let pauseMs = firstPauseMs / 2
    for (;;) {
      const one = running.get(number) ?? startAs(number)
      const startedAt = performance.now()
      const exit = await one.exit
      if (isStopping) return exit
      pauseMs = performance.now() - startedAt > calmMs ? firstPauseMs : Math.min(pauseMs * 2, longestPauseMs)
      report(`Process ${number} of ${count} ended. It restarts in ${pauseMs / 1000} s.`, describe(one, exit))
      running.delete(number)
      await Promise.race([Bun.sleep(pauseMs), stopped])
      if (isStopping) return stoppedExit
      const next = startAs(number)
      void next.serves.then((serves) => {
        if (serves) report(`Process ${number} of ${count} serves again.`, `pid ${next.pid}`)
      })
    }
  }

  return {
    get isStopping() {
      return isStopping
    },
    async start(onServing) {
      // The first process starts alone, because it migrates the schema and may print the keys of the first start.
      const failed =
        (await startAll([1], onServing)) ??
        (isStopping ? stoppedExit : await startAll(numbersFrom(2, count), onServing))
      if (failed === undefined && !isStopping) return undefined
      const exit = isStopping ? stoppedExit : failed
      stop()
      await Promise.all([...running.values()].map((one) => one.exit))
      return exit
    },
    keepRunning: () => Promise.all(numbersFrom(1, count).map(keepOneRunning)),
    stop,
    kill() {
      for (const one of running.values()) one.kill()
    },
  }
}

function numbersFrom(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

function describe({ pid }: ServingProcess, { code, signal }: Exit): string {
  return signal === null ? `pid ${pid}, exit code ${code}` : `pid ${pid}, ${signal}`
}
