import { type Location, logFileIn } from "../location.ts"
import type { OnDamage } from "../port/damage.ts"
import type { LogLimits, VerificationLog } from "../port/verification-log.ts"
import type { Engine } from "../sql/engine.ts"
import { openPostgresLog } from "./postgres-log.ts"
import { openSqliteLog } from "./sqlite-log.ts"

interface LogOptions extends LogLimits {
  readonly onDamage: OnDamage
}

/** The log beside the database. `keyward copy` and `keyward backup` leave it out. */
export function openVerificationLog(
  location: Location,
  engine: Engine,
  { onDamage, ...limits }: LogOptions,
): VerificationLog {
  return location.type === "folder"
    ? openSqliteLog(logFileIn(location.path), limits.bytes, onDamage)
    : openPostgresLog(engine, limits)
}
