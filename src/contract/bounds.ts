/** Bounds that schemas check and forms of the dashboard show. Lengths are in characters. */
export const apiNameLength = { minimum: 1, maximum: 256 }
export const keyLength = { minimum: 1, maximum: 512 }
export const keyPrefixLength = { minimum: 1, maximum: 16 }
export const noteLength = { minimum: 1, maximum: 1000 }
export const passkeyNameLength = { minimum: 1, maximum: 64 }
/** Long enough that guessing is hopeless; the maximum bounds the work of hashing. */
export const passwordLength = { minimum: 12, maximum: 512 }
export const searchLength = { minimum: 0, maximum: 256 }

/** Random bytes of a key. */
export const keyBytes = { minimum: 16, maximum: 255 }
/** A previous secret works no longer than a year after its rotation. */
export const longestOverlapMs = 31_536_000_000
/** If neither the request nor its API sets the number of bytes. */
export const defaultKeyBytes = 24
