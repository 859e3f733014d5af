import type { ErrorCode } from "../error-table.ts"
import { applicationHelp } from "./application.ts"
import { authenticationHelp } from "./authentication.ts"
import { authorizationHelp } from "./authorization.ts"
import { dataHelp } from "./data.ts"
import type { ErrorHelp } from "./error-help.ts"
import { limitsHelp } from "./limits.ts"

/** Help for every error. */
export const errorHelp: Readonly<Record<ErrorCode, ErrorHelp>> = {
  ...authenticationHelp,
  ...authorizationHelp,
  ...limitsHelp,
  ...applicationHelp,
  ...dataHelp,
}
