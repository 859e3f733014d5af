import type { ChallengeWrites } from "../../port/sign-in.ts"
import type { Database } from "../schema/schema.ts"

export function challengeQueries(db: Database): ChallengeWrites {
  return {
    async use(hash, expires) {
      const rows = await db
        .insertInto("used_challenges")
        .values({ hash, expires })
        .onConflict((conflict) => conflict.column("hash").doNothing())
        .returning("hash")
        .execute()
      return rows.length > 0
    },
  }
}
