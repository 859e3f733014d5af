/** Whatever stopped these calls may have been meant to: both ways of ending it say so. */
export const enabledLetsIn = {
  key: "Every call with this key. Someone may have stopped it on purpose, as after a leak.",
  customer: "Every call with every enabled key of this customer. Someone may have stopped them on purpose.",
} as const

/** Without the date, because people decide it. */
export function endLetsIn(isEndless: boolean): string {
  const until = isEndless ? "from now on" : "until its new end"
  return `Every call with this key ${until}. Someone may have ended it on purpose, as after a leak.`
}

/** `whose`: "with this key". */
export function creditsLetIn(whose: string): string {
  return `Calls ${whose} that the credits pay for. Someone may have taken them on purpose, as after a refund.`
}

export function unboundLetsIn(whose: string): string {
  return `Calls ${whose} at any cost. Someone may have bounded them on purpose.`
}
