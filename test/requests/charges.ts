import { beforeEach } from "bun:test"
import type { EngineName } from "../harness/harness.ts"
import { serveVerifications } from "../harness/serve-verifications.ts"

export const minuteMs = 60_000

/** A limit per minute, unless `more` has another duration. */
export function limitOf(name: string, limit: number, more: object = {}) {
  return { name, limit, duration: minuteMs, ...more }
}

export function remainingIn({ ratelimits }: { readonly ratelimits: readonly Remaining[] }) {
  return Object.fromEntries(ratelimits.map(({ name, remaining }) => [name, remaining]))
}

interface Remaining {
  readonly name: string
  readonly remaining: number
}

export function inParallel<T>(times: number, work: () => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: times }, work))
}

export function countOf(answers: readonly { readonly code: string }[], code: string): number {
  return answers.filter((answer) => answer.code === code).length
}

/** A server whose keys the tests verify. Each test starts in a new minute. */
export function serveCharges(engine: EngineName) {
  const { verify, ...server } = serveVerifications(engine)
  const { clock } = server
  beforeEach(() => {
    clock.now = (Math.floor(clock.now / minuteMs) + 10) * minuteMs
  })
  return { ...server, verify: (key: string, more: object = {}) => verify({ key, ...more }) }
}
