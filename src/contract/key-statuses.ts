export const keyStatuses = ["active", "disabled", "expired", "expiring", "low_credits"] as const

export type KeyStatus = (typeof keyStatuses)[number]
