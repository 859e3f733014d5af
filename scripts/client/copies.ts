import { readFileSync } from "node:fs"
import { basename } from "node:path"

/** The client imports nothing of the server, so it gets copies of what both decide by. */
const sources = [
  "src/core/refusals.ts",
  "src/core/key-checks.ts",
  "src/contract/cidr.ts",
  "src/core/expiry.ts",
  "src/core/durations.ts",
  "src/core/permission-query.ts",
  "src/core/memo.ts",
]

export const copies = sources.map((source) => ({
  path: `sdk/src/generated/${basename(source, ".ts")}.gen.ts`,
  update: () => {
    const text = readFileSync(source, "utf8").replace(/from ".*?([^/]+)\.ts"/g, 'from "./$1.gen.ts"')
    return `// Written by \`npm run gen\` from ${source}. Do not edit.\n\n${text}`
  },
}))
