import { fault } from "../../contract/errors.ts"

/** For what a root key may not do inside an operation that it may otherwise call. */
export function reservedToOperators(what: string) {
  return fault("authorization/insufficient_permissions", { detail: `Only an operator key may use ${what}.` })
}
