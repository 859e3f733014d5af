import { setPriority } from "node:os"
import { password } from "bun"

/** Hashes passwords in its own thread, one after another. */

declare const self: Worker

export interface PasswordJob {
  readonly password: string
  /** The hash to compare with. Without it, the password is hashed for storing, at this cost. */
  readonly stored?: string
  readonly cost: PasswordCost
  /** The thread gets the processor only when nothing else needs it, from this job on. */
  readonly isPatient: boolean
}

export interface PasswordCost {
  readonly memoryKiB: number
  readonly passes: number
}

export type PasswordResult =
  | { readonly type: "hash"; readonly hash: string }
  | { readonly type: "match"; readonly matches: boolean }

const lowestPriority = 19
/** With 45 ms for a hash, a flood uses a tenth of one processor. */
const restMs = 400

self.onmessage = ({ data }: MessageEvent<PasswordJob>) => {
  // On Linux a priority belongs to a thread; elsewhere this call would slow down the whole program.
  if (data.isPatient && process.platform === "linux") setPriority(lowestPriority)
  self.postMessage(resultOf(data))
  if (data.isPatient) Bun.sleepSync(restMs)
}

function resultOf({ password: text, stored, cost }: PasswordJob): PasswordResult {
  const normal = text.normalize("NFC")
  if (stored === undefined) return { type: "hash", hash: hashAt(cost, normal) }
  return { type: "match", matches: password.verifySync(normal, stored) }
}

function hashAt({ memoryKiB, passes }: PasswordCost, text: string): string {
  return password.hashSync(text, { algorithm: "argon2id", memoryCost: memoryKiB, timeCost: passes })
}
