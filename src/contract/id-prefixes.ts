import { objectKinds } from "./resources.ts"

/** What ids start with, for each kind of object that has ids of its own, and for requests. */
export const idPrefixes = [
  ...objectKinds.flatMap((kind) => ("idPrefix" in kind ? [kind.idPrefix] : [])),
  "req" as const,
]

export type IdPrefix = (typeof idPrefixes)[number]
