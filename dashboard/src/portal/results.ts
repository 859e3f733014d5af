import type { PortalRefusal } from "@keyward/client"
import type { accountTexts } from "./account-texts.ts"
import type { TextId } from "./texts.ts"

type Code = PortalRefusal["code"]

/** The text of a result, such as `result.rateLimited`. */
export function resultText(code: Code): TextId {
  return texts[code][0]
}

/** What helps against a refusal. Undefined if nothing is to be said. */
export function reasonText(code: Code): TextId | undefined {
  return texts[code][1]
}

type AccountText = keyof typeof accountTexts

const texts: Readonly<Record<Code, readonly [result: AccountText, reason?: AccountText]>> = {
  VALID: ["result.valid"],
  RATE_LIMITED: ["result.rateLimited", "reason.rateLimited"],
  USAGE_EXCEEDED: ["result.usageExceeded", "reason.usageExceeded"],
  INSUFFICIENT_PERMISSIONS: ["result.insufficientPermissions", "reason.insufficientPermissions"],
  FORBIDDEN: ["result.forbidden", "reason.forbidden"],
  DISABLED: ["result.disabled", "reason.disabled"],
  EXPIRED: ["result.expired", "reason.expired"],
  NOT_FOUND: ["result.notFound"],
}
