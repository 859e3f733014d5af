import { fault } from "../../../contract/errors.ts"

/** For parts of an operation that only operators may use. */
export function reservedToOperators(what: string) {
  return fault("authorization/insufficient_permissions", { detail: `Only an operator key may use ${what}.` })
}
