import { exitCodes, Failure } from "../failure.ts"
import type { Connection } from "./connection.ts"
import { refusalText } from "./refusal-text.ts"
import type { Refusal } from "./send.ts"

/** The service refused a call. Holds its whole error. */
export class Refused extends Failure {
  override readonly name = "Refused"
  /** The same call may succeed later. */
  readonly isPassing: boolean
  readonly #refusal: Refusal

  /** `after` says what that means for the command. */
  constructor(refusal: Refusal, connection: Pick<Connection, "keySource">, after?: string) {
    const text = refusalText(refusal, connection)
    const { status } = refusal
    super(codeOf(refusal), after === undefined ? text : `${text}\n${after}`, {
      // A request with wrong fields comes from a wrong command line.
      exitCode: status === 400 ? exitCodes.usage : exitCodes.refused,
    })
    this.isPassing = status >= 500 || status === 429 || status === 408
    this.#refusal = refusal
  }

  /** The error envelope, with the fields of every other failure. */
  override document(): Readonly<Record<string, unknown>> {
    const { envelope, detail } = this.#refusal
    const { code, exitCode } = this
    return { ...envelope, error: { code, message: detail, exitCode, ...Object(envelope.error) } }
  }
}

/** The last two parts of the address of the error's page, as in `data/key_not_found`. */
function codeOf({ errorType }: Refusal): `${string}/${string}` {
  const [category = "unknown", code = "unknown"] = errorType.split("/").slice(-2)
  return `${category}/${code}`
}
