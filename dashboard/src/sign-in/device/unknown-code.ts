import type { KeywardError } from "@keyward/client"

/** The error, in words for the person who reads the code off the terminal. */
export function unknownCode(error: KeywardError): Error {
  if (error.code !== "data/device_login_not_found") return error
  return new Error(
    "No sign-in is waiting for this code. Check the code, or start again in the terminal: codes work for ten minutes.",
  )
}
