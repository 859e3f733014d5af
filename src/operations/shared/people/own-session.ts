import type { Caller, UserCaller } from "../../context.ts"

/** The types of an operation do not tell that only users call it. */
export function requireUser(caller: Caller): UserCaller {
  if (caller.type !== "user") throw new Error("Only a user may call this operation.")
  return caller
}
