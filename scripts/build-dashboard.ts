// Runs before `npm start` and `npm test`: builds the dashboard if its sources have changed.
import { buildDashboardIfStale } from "./build/dashboard.ts"

await buildDashboardIfStale(() => process.stderr.write("Building the dashboard …\n"))
