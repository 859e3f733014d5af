// Runs before `npm start` and `npm test`: builds the dashboard and the docs if their sources have changed.
import { buildPagesIfStale } from "./build/pages.ts"

await buildPagesIfStale((name) => process.stderr.write(`Building the ${name} …\n`))
