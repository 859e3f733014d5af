import type { Engine } from "./engine.ts"

/** Facts about the installation: its secret and the hash of a generated operator key. */
export interface Installation {
  find(name: InstallationFact): Promise<string | undefined>
  /** Stores the value unless one exists, and returns the stored one. Two nodes that start together agree on it. */
  agreeOn(name: InstallationFact, value: string): Promise<string>
}

type InstallationFact = "secret" | "operator_key_hash"

export function installationOf(engine: Engine): Installation {
  const find = async (name: InstallationFact) => {
    const row = await engine.reader
      .selectFrom("installation")
      .select("value")
      .where("name", "=", name)
      .executeTakeFirst()
    return row?.value
  }
  return {
    find,
    async agreeOn(name, value) {
      await engine.transaction(async (db) => {
        await db
          .insertInto("installation")
          .values({ name, value })
          .onConflict((conflict) => conflict.column("name").doNothing())
          .execute()
      })
      return (await find(name)) ?? value
    },
  }
}
