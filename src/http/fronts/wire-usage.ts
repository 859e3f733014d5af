import type { Usage } from "../../storage/port/usage.ts"

/** Usage in the form in which JSON can carry it. */
export type WireUsage = {
  readonly [Name in keyof Usage]: Usage[Name] extends ReadonlyMap<string, number>
    ? readonly (readonly [string, number])[]
    : Usage[Name]
}

export function toWireUsage(usage: Usage): WireUsage {
  const { keys, previousSecrets, rootKeys } = usage
  return { ...usage, keys: [...keys], previousSecrets: [...previousSecrets], rootKeys: [...rootKeys] }
}

export function fromWireUsage(usage: WireUsage): Usage {
  const { keys, previousSecrets, rootKeys } = usage
  return {
    ...usage,
    keys: new Map(keys),
    previousSecrets: new Map(previousSecrets),
    rootKeys: new Map(rootKeys),
  }
}
