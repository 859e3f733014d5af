interface Expiring {
  readonly expires?: number | null | undefined
}

/** A key has expired from the very millisecond that it names. */
export function isExpired({ expires }: Expiring, now: number): boolean {
  return expires != null && now >= expires
}
