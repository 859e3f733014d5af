export const usageIntervals = ["minute", "hour", "day", "month", "total"] as const

export type UsageInterval = (typeof usageIntervals)[number]
