import { boolean, integer, nullable, sequence, slots, table, text, time } from "./columns.ts"

/** What a tally counts: the outcome of calls in one API or namespace, by key and by the identity that it had then. */
const tallied = {
  /** The API or namespace, or the workspace for its totals; this and the next two are numbers of usage_names. */
  scope_number: integer,
  /** Start of the hour, day or month. */
  period: time,
  /** 0 in the totals of the scope. */
  key_number: integer,
  /** 0 without an identity. */
  identity_number: integer,
}
const talliedKey = ["scope_number", "period", "key_number", "identity_number"] as const

/** The tables of usage/. */
export const usageTables = {
  /** Short numbers for the ids in tallies. They outlive their objects. */
  usage_names: table(
    { key: ["number"] },
    { number: sequence, workspace_id: text(), id: text(), parent_number: nullable(integer) },
  ),
  /** The keys that an identity has used. */
  usage_owners: table(
    { key: ["identity_number", "scope_number", "key_number"] },
    { identity_number: integer, scope_number: integer, key_number: integer },
  ),
  usage_hours: table(
    { key: [...talliedKey, "outcome"] },
    {
      ...tallied,
      outcome: text(),
      /** At least the sum of the minutes; the rest has no known minute. */
      count: integer,
      /** How much of the count is in usage_days and usage_months already. */
      rolled: integer,
      /** Whether `rolled` is less than `count`. */
      pending: boolean,
      ...slots(60),
    },
  ),
  usage_days: table({ key: [...talliedKey, "outcome"] }, { ...tallied, outcome: text(), ...slots(24) }),
  usage_months: table({ key: [...talliedKey, "outcome"] }, { ...tallied, outcome: text(), ...slots(31) }),
  /** How large each key and each identity was in a month. Identity 0 stands for keys without one. */
  usage_sizes: table(
    { key: ["scope_number", "period", "is_identity", "number"] },
    {
      scope_number: integer,
      period: time,
      is_identity: boolean,
      number: integer,
      total: integer,
      /** At least the total. It grows in large steps, so that its index rarely changes. */
      size: integer,
    },
  ),
  /** By tag set or by identifier of a rate limit, until the hour has ended. */
  usage_label_hours: table(
    // The label comes before the identity, because the bound on the labels of a key counts it once for all identities.
    { key: ["scope_number", "period", "key_number", "label_hash", "identity_number", "outcome"] },
    { ...tallied, label_hash: text(), outcome: text(), label: text(), count: integer },
  ),
  /** How many labels of a key and hour asked to be counted separately, until its labels are in usage_label_days. */
  usage_label_places: table(
    { key: ["scope_number", "period", "key_number"] },
    { scope_number: integer, period: time, key_number: integer, asked: integer },
  ),
  usage_label_days: table(
    { key: [...talliedKey, "label_hash", "outcome"] },
    { ...tallied, label_hash: text(), outcome: text(), label: text(), ...slots(24) },
  ),
}
