/** The table that better-auth creates, in SQL for both engines. */
export function apiKeyTable(types: { readonly time: string; readonly truth: string }): string {
  return `create table apikey ("id" text primary key, "name" text, "start" text, "prefix" text, "key" text not null,
    "userId" text not null, "refillInterval" integer, "refillAmount" integer, "lastRefillAt" ${types.time},
    "enabled" ${types.truth}, "rateLimitEnabled" ${types.truth}, "rateLimitTimeWindow" integer, "rateLimitMax" integer,
    "requestCount" integer, "remaining" integer, "lastRequest" ${types.time}, "expiresAt" ${types.time},
    "createdAt" ${types.time} not null, "updatedAt" ${types.time} not null, "permissions" text, "metadata" text)`
}
