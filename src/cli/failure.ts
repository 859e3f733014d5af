import { WrongSetting } from "../config/setting.ts"
import { redactMintedKeys } from "../core/redact-keys.ts"

/** What the program ends with; docs/cli.md lists them. */
export const exitCodes = { done: 0, failed: 1, usage: 2, refused: 3 } as const

/** Failures that no service has a code for. docs/cli.md lists them. */
type OwnCode =
  | "cli/usage"
  | "cli/confirmation_required"
  | "cli/cancelled"
  | "cli/unreachable"
  | "cli/not_keyward"
  | "cli/failed"

interface Options extends ErrorOptions {
  readonly exitCode?: number
}

/** A command that ends without success. People see the message as it is, programs the document. */
export class Failure extends Error {
  override readonly name: string = "Failure"
  readonly code: string
  readonly exitCode: number

  constructor(code: OwnCode | `${string}/${string}`, message: string, { exitCode, ...options }: Options = {}) {
    // A key that was typed in the wrong place must not get into the log of a build.
    super(redactMintedKeys(message), options)
    this.code = code
    this.exitCode = exitCode ?? exitCodes.failed
  }

  /** What `--json` prints: `error` has these three fields in every failure. */
  document(): Readonly<Record<string, unknown>> {
    return { error: { code: this.code, message: this.message, exitCode: this.exitCode } }
  }
}

/** The command line itself is wrong: nothing was done. */
export class UsageError extends Failure {
  override readonly name = "UsageError"

  constructor(message: string, options?: ErrorOptions) {
    super("cli/usage", message, { ...options, exitCode: exitCodes.usage })
  }
}

/** Somebody was asked and did not agree. */
export class Cancelled extends Failure {
  override readonly name = "Cancelled"

  constructor(message: string) {
    super("cli/cancelled", message)
  }
}

/** Whatever a command has thrown. A wrong setting is a matter of usage, like a wrong flag. */
export function failureFrom(error: unknown): Failure {
  if (error instanceof Failure) return error
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof WrongSetting) return new UsageError(message, { cause: error })
  return new Failure("cli/failed", message, { cause: error })
}
