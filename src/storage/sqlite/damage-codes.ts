import { StorageUnavailable } from "../port/unavailable.ts"

const damageCodes = /^SQLITE_(CORRUPT|NOTADB|IOERR_(READ|SHORT_READ|CORRUPTFS))/

/** Whether the code means that pages of the file are wrong, or that the disk cannot read them. */
export function isDamageCode(code: string | undefined): boolean {
  return damageCodes.test(code ?? "")
}

/** The words of SQLite about the damage; undefined if the error has another reason. */
export function damageIn(error: unknown): string | undefined {
  const cause = error instanceof StorageUnavailable ? error.cause : error
  const isDamage = cause instanceof Error && "code" in cause && isDamageCode(String(cause.code))
  return isDamage ? cause.message : undefined
}
