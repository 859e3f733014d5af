import type { Work } from "./job.ts"

interface Numbers {
  readonly first: number
  readonly count: number
}

/** Verifications of the keys with these numbers, all of which must be valid. */
export function verification({ rootKey }: { readonly rootKey: string }, numbers: Numbers): Work {
  return { path: "/v2/keys.verifyKey", bearer: rootKey, body: '{"key":"{n}"}', expect: '"VALID"', ...numbers }
}
