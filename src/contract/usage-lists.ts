/** What a list of usage is of. */
export const usageDimensions = ["key", "identity", "api", "tag"] as const

/** What it is sorted by. A change is the difference to the period before. */
export const usageSorts = ["credits", "verifications", "creditsChange", "verificationsChange"] as const

export type UsageSort = (typeof usageSorts)[number]
