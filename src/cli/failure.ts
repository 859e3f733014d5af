import { WrongSetting } from "../config/setting.ts"
import { redactMintedKeys } from "../core/redact-keys.ts"

/** The exit codes of the program; docs/cli.md lists them. */
export const exitCodes = { done: 0, failed: 1, usage: 2, refused: 3 } as const

/** Codes of failures that happen in the program itself; docs/cli.md lists them. */
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

/** A failed command: the message is for people, the document for programs. */
export class Failure extends Error {
  override readonly name: string = "Failure"
  readonly code: string
  readonly exitCode: number

  constructor(code: OwnCode | `${string}/${string}`, message: string, { exitCode, ...options }: Options = {}) {
    // A key that was typed in the wrong place must not appear in a build log.
    super(redactMintedKeys(message), options)
    this.code = code
    this.exitCode = exitCode ?? exitCodes.failed
  }

  /** The output of `--json`. `error` has these three fields in every failure. */
  document(): Readonly<Record<string, unknown>> {
    return { error: { code: this.code, message: this.message, exitCode: this.exitCode } }
  }
}

/** The command line is wrong, and nothing was done. */
export class UsageError extends Failure {
  override readonly name = "UsageError"

  constructor(message: string, options?: ErrorOptions) {
    super("cli/usage", message, { ...options, exitCode: exitCodes.usage })
  }
}

/** The user did not confirm. */
export class Cancelled extends Failure {
  override readonly name = "Cancelled"

  constructor(message: string) {
    super("cli/cancelled", message)
  }
}

/** Any error as a failure. A wrong setting counts as wrong usage, like a wrong flag. */
export function failureFrom(error: unknown): Failure {
  if (error instanceof Failure) return error
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof WrongSetting) return new UsageError(message, { cause: error })
  return new Failure("cli/failed", message, { cause: error })
}
