import { foundation } from "./0100-foundation.ts"
import type { Migration } from "./migration.ts"

/** All migrations, oldest first. A number is never used twice. */
export const migrations: readonly [Migration, ...Migration[]] = [foundation]
