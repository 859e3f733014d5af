/** Everything that has an id, by the prefix of the id. */
export const idPrefixes = [
  "ws",
  "rk",
  "api",
  "key",
  "id",
  "perm",
  "role",
  "bal",
  "rl",
  "rlns",
  "rlor",
  "mig",
  "usr",
  "inv",
  "ses",
  "dvl",
  "pk",
  "evt",
  "req",
] as const

export type IdPrefix = (typeof idPrefixes)[number]
