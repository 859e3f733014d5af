/** Outcomes of tallies that are no codes of verifications. */

/** Counts the credits that valid verifications spent. */
export const creditsOutcome = "CREDITS"
/** Counts calls that a quota refused. */
export const quotaOutcome = "QUOTA"
/** Marks an hour of a scope in which only the first keys have minutes. */
export const coarseOutcome = "COARSE"
