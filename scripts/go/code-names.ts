import { errorCodes } from "../../src/contract/error-table.ts"
import { goName } from "./names.ts"

/** One word says too little without its category, and `authentication/key_not_found` is not `data/key_not_found`. */
export function codeNames(): ReadonlyMap<string, string> {
  const names = errorCodes.map((code) => errorName(code))
  return new Map(
    errorCodes.map((code, index) => {
      const name = names[index] ?? ""
      const isUnique = names.filter((other) => other === name).length === 1 || code.startsWith("data/")
      return [code, isUnique && code.includes("_") ? name : `Err${goName(code)}`]
    }),
  )
}

/** The code of an error, without its category. */
function errorName(code: string): string {
  return `Err${goName(code.slice(code.indexOf("/") + 1))}`
}
