import type { PortalCaller } from "../../../core/portal.ts"
import type { Caller } from "../../context.ts"

/** The customer of an operation that nobody else may call. */
export function portalCallerOf(caller: Caller): PortalCaller {
  if (caller.type !== "portal") throw new Error("Only customers in the portal call this.")
  return caller
}
