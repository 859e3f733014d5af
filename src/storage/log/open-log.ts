import { join } from "node:path"
import type { Location } from "../location.ts"
import type { LogLimits, VerificationLog } from "../port/verification-log.ts"
import type { Engine } from "../sql/engine.ts"
import { openPostgresLog } from "./postgres-log.ts"
import { openSqliteLog } from "./sqlite-log.ts"

/** The log beside the database. `keyward copy` and `keyward backup` leave it out. */
export function openVerificationLog(location: Location, engine: Engine, limits: LogLimits): VerificationLog {
  return location.type === "folder"
    ? openSqliteLog(join(location.path, "verifications.db"), limits.bytes)
    : openPostgresLog(engine, limits)
}
