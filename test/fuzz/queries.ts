/** A query string of GET /v1/identities.listIdentities, and the location of its violation. */
export interface FuzzedQuery {
  readonly query: string
  /** Absent if the query is legal. */
  readonly location?: string
}

const wrongLimits = [
  "0",
  "101",
  "-1",
  "+5",
  "%205",
  "5%20",
  "1.0",
  "1.5",
  "1e1",
  "0x10",
  "NaN",
  "",
  "null",
  "true",
  "[]",
]
const longLimits = ["9007199254740993", "1".repeat(400), "٣", "%00", "%ff", "5%00", "05%0a"]
const wrongCursors = ["!", "abc%3D", "a%20b", "x".repeat(513), "%00", "%ED%A0%80", "é", "AAAAAAAAAAAAAAAAAAAA", "null"]
const wrongSearches = ["%00", "a%00b", "x".repeat(257), "%F0%9F%94%91".repeat(257)]
const unknown = [
  "nonsense",
  "__proto__",
  "constructor",
  "toString",
  "Limit",
  "limit%20",
  "limit[]",
  "limit.0",
  "%00",
  "a=b",
]

export const queries: readonly FuzzedQuery[] = [
  ...[...wrongLimits, ...longLimits].map((value) => ({ query: `limit=${value}`, location: "query.limit" })),
  ...wrongCursors.map((value) => ({ query: `cursor=${value}`, location: "query.cursor" })),
  ...wrongSearches.map((value) => ({ query: `search=${value}`, location: "query.search" })),
  ...unknown.map((name) => ({
    query: `${name}=1`,
    location: `query.${decodeURIComponent(name.replace(/=.*/, ""))}`,
  })),
  { query: "limit=1&limit=1", location: "query.limit" },
  { query: "limit=1&limit=2&limit=3", location: "query.limit" },
  { query: "search=&search=", location: "query.search" },
  { query: "__proto__=1&__proto__=2", location: "query.__proto__" },
  { query: "=1", location: "query." },
  { query: "limit", location: "query.limit" },
  { query: "&&&limit=0&&&", location: "query.limit" },
  { query: "?limit=1", location: "query.?limit" },
  { query: "limit=1;cursor=", location: "query.limit" },
  ...[
    "",
    "&&",
    "limit=1",
    "limit=0100",
    "limit=100&cursor=&search=",
    "search=%20%20",
    "search=%25_%5C'--",
    "search=%ED%A0%80",
    "search=%ff%fe",
    "search=a+b%2Bc",
    "%6Cimit=7",
  ].map((query) => ({ query })),
]
