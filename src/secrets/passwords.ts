import { password } from "bun"

/** Hashes passwords with argon2id. Both calls take the same time for every password and user. */
export interface Passwords {
  /** Throws if a call would have to wait behind too many. It costs nothing, so a flood is refused before it reads. */
  requireRoom(): void
  hash(password: string): Promise<string>
  /** Without a stored hash the result is false, after the same work. */
  verify(password: string, stored: string | undefined): Promise<boolean>
}

interface Settings {
  /** Hashes at the same time, so that a flood of sign-ins leaves the processor to others. */
  readonly maxRunning: number
  readonly maxWaiting: number
  /** The error for a call that would have to wait behind too many. */
  onFull(): Error
}

/** As OWASP recommends: 19 MiB of memory, two passes. */
const argon2id = { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 } as const

/** The hash of a random text that nobody knows, with the same settings. */
const nobodys =
  "$argon2id$v=19$m=19456,t=2,p=1$plenmFBNaSOXgEXPXFUp8zDnRSZjUXaRITmRjNuUUnY$o2AK3zc4Ga+DQYZQ1SxMCBku/Xtzgjir9Z4F/+7Ds2A"

export function createPasswords({ maxRunning, maxWaiting, onFull }: Settings): Passwords {
  let running = 0
  const waiting: (() => void)[] = []
  const requireRoom = () => {
    if (running >= maxRunning && waiting.length >= maxWaiting) throw onFull()
  }
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    requireRoom()
    if (running >= maxRunning) {
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
  return {
    requireRoom,
    hash: (text) => inTurn(() => password.hash(text.normalize("NFC"), argon2id)),
    verify: (text, stored) =>
      inTurn(async () => {
        const matches = await password.verify(text.normalize("NFC"), stored ?? nobodys)
        return matches && stored !== undefined
      }),
  }
}
