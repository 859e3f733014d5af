import type { Exit, ServingProcess } from "./serving-process.ts"

/** Processes that do the same work side by side. */
export interface Crew {
  /** Starts all of them; if one ends before it serves, or all are stopped meanwhile, gives back how they ended. */
  start(onServing: () => void): Promise<Exit | undefined>
  /** Starts anew whatever ends, until they are stopped; gives back how they ended then. */
  keep(): Promise<readonly Exit[]>
  readonly isStopping: boolean
  stop(): void
  kill(): void
}

interface CrewOptions {
  readonly count: number
  startOne(number: number): ServingProcess
  /** For the log. */
  tell(message: string, cause: string): void
}

const firstPauseMs = 250
const longestPauseMs = 30_000
/** A process that ran this long ends for a new reason, so the pause starts small again. */
const calmMs = 60_000

const stoppedExit: Exit = { code: 0, signal: null }

export function createCrew({ count, startOne, tell }: CrewOptions): Crew {
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

  const keepOne = async (number: number): Promise<Exit> => {
    let pauseMs = firstPauseMs / 2
    for (;;) {
      const one = running.get(number) ?? startAs(number)
      const startedAt = performance.now()
      const exit = await one.exit
      if (isStopping) return exit
      pauseMs = performance.now() - startedAt > calmMs ? firstPauseMs : Math.min(pauseMs * 2, longestPauseMs)
      tell(`Process ${number} of ${count} ended. It restarts in ${pauseMs / 1000} s.`, describe(one, exit))
      running.delete(number)
      await Promise.race([Bun.sleep(pauseMs), stopped])
      if (isStopping) return stoppedExit
      const next = startAs(number)
      void next.serves.then((serves) => {
        if (serves) tell(`Process ${number} of ${count} serves again.`, `pid ${next.pid}`)
      })
    }
  }

  return {
    get isStopping() {
      return isStopping
    },
    async start(onServing) {
      // The first one alone: it brings the schema up to date and may have keys to show, and nobody must come between.
      const failed =
        (await startAll([1], onServing)) ??
        (isStopping ? stoppedExit : await startAll(numbersFrom(2, count), onServing))
      if (failed === undefined && !isStopping) return undefined
      const exit = isStopping ? stoppedExit : failed
      stop()
      await Promise.all([...running.values()].map((one) => one.exit))
      return exit
    },
    keep: () => Promise.all(numbersFrom(1, count).map(keepOne)),
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
