import { createAllowance, createOwnerPlaces } from "./owner-places.ts"
import type { PasswordCost, PasswordJob, PasswordResult } from "./password-thread.ts"

/**
 * Hashes passwords with argon2id, in three threads. A hash takes 45 ms of the processor. Sign-ins of strangers at an
 * ordinary rate run at once. Those of a flood run in the second thread, at the lowest priority, so that verifications do
 * not slow down. The third thread is for owners, who never wait for strangers.
 *
 * An owner has proven itself before it comes here: a user by a cookie or a session, a link by its token.
 */
export interface Passwords {
  /** Throws if a stranger would have to wait behind too many. It costs nothing, so a flood is refused before it reads. */
  requireRoom(): void
  /** Only owners set passwords. */
  hash(password: string, owner: string): Promise<string>
  /** Without a stored hash the result is false, after the same work. Without an owner, it is a stranger that asks. */
  verify(password: string, stored: string | undefined, owner?: string): Promise<boolean>
  close(): void
}

interface Settings {
  /** Strangers that may wait, and also owners that may wait. */
  readonly maxWaiting: number
  /** The error for a call that would have to wait behind too many. */
  onFull(): Error
  /** Milliseconds of a clock that never goes back. */
  clock(): number
  /** Default: the recommended cost. */
  readonly cost?: PasswordCost | undefined
}

/** As OWASP recommends: 19 MiB of memory, two passes. */
const recommendedCost: PasswordCost = { memoryKiB: 19_456, passes: 2 }

export function createPasswords({ maxWaiting, onFull, clock, cost = recommendedCost }: Settings): Passwords {
  const prompt = createThread()
  const patient = createThread()
  const forOwners = createThread()
  const ordinary = createAllowance(clock)
  const places = createOwnerPlaces(clock)
  const requireRoom = () => {
    const running = Math.min(1, prompt.pending()) + Math.min(1, patient.pending())
    if (prompt.pending() + patient.pending() - running >= maxWaiting) throw onFull()
  }
  const decoyHash = decoyHashAt(cost)
  const runForStranger = (job: Work) => {
    requireRoom()
    return ordinary.take() ? prompt.run({ ...job, isPatient: false }) : patient.run({ ...job, isPatient: true })
  }
  const run = (job: Work, owner: string | undefined) => {
    const hasRoom = forOwners.pending() <= maxWaiting
    const release = owner !== undefined && hasRoom ? places.take(owner) : undefined
    // An owner that uses more than its share waits with the strangers.
    if (release === undefined) return runForStranger(job)
    return forOwners.run({ ...job, isPatient: false }).finally(release)
  }
  return {
    requireRoom,
    async hash(password, owner) {
      const result = await run({ password, cost }, owner)
      if (result.type !== "hash") throw new Error("The password was compared instead of hashed.")
      return result.hash
    },
    async verify(password, stored, owner) {
      const result = await run({ password, stored: stored ?? decoyHash, cost }, owner)
      return result.type === "match" && result.matches && stored !== undefined
    },
    close() {
      for (const thread of [prompt, patient, forOwners]) thread.end()
    },
  }
}

/** The hash of a random text that was not stored. Its cost is that of a stored hash. */
function decoyHashAt({ memoryKiB, passes }: PasswordCost): string {
  const saltAndHash = "plenmFBNaSOXgEXPXFUp8zDnRSZjUXaRITmRjNuUUnY$o2AK3zc4Ga+DQYZQ1SxMCBku/Xtzgjir9Z4F/+7Ds2A"
  return `$argon2id$v=19$m=${memoryKiB},t=${passes},p=1$${saltAndHash}`
}

type Work = Omit<PasswordJob, "isPatient">

interface PasswordThread {
  run(job: PasswordJob): Promise<PasswordResult>
  /** Jobs that run or wait. */
  pending(): number
  end(): void
}

/** Sign-ins are rare, so a thread without work ends and gives its memory back. */
const endsAfterMs = 60_000

/** The thread starts with its first job. */
function createThread(): PasswordThread {
  let worker: Worker | undefined
  let idle: Timer | undefined
  const jobs: PromiseWithResolvers<PasswordResult>[] = []
  const end = (reason: string) => {
    clearTimeout(idle)
    worker?.terminate()
    worker = undefined
    for (const { reject } of jobs.splice(0)) reject(new Error(reason))
  }
  const start = () => {
    const started = new Worker(new URL("./password-thread.ts", import.meta.url).href)
    started.onmessage = ({ data }: MessageEvent<PasswordResult>) => {
      jobs.shift()?.resolve(data)
      if (jobs.length === 0) idle = setTimeout(end, endsAfterMs, "The thread was idle.").unref()
    }
    started.onerror = ({ message }) => end(`The thread that hashes passwords has failed: ${message}`)
    return started
  }
  return {
    run(job) {
      clearTimeout(idle)
      worker ??= start()
      const waiting = Promise.withResolvers<PasswordResult>()
      jobs.push(waiting)
      worker.postMessage(job)
      return waiting.promise
    },
    pending: () => jobs.length,
    end: () => end("The server stops."),
  }
}
