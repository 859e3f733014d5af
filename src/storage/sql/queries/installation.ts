import { chainStart, installationChain } from "../../../core/event-chain.ts"
import type { Engine, SourceDatabase } from "../engine.ts"

/** Facts about the installation: its secret and the hash of a generated operator key. */
export interface Installation {
  find(name: InstallationFact): Promise<string | undefined>
  /** Stores the value unless one exists, and returns the stored one. Two nodes that start together agree on it. */
  agreeOn(name: InstallationFact, value: string): Promise<string>
  /** Creates the chain of events about users and sessions unless it exists. */
  ensureChain(): Promise<void>
}

type InstallationFact = "secret" | "operator_key_hash"

export async function findFact({ reader }: SourceDatabase, name: InstallationFact): Promise<string | undefined> {
  const row = await reader.selectFrom("installation").select("value").where("name", "=", name).executeTakeFirst()
  return row?.value
}

export function installationOf(engine: Engine): Installation {
  const find = (name: InstallationFact) => findFact(engine, name)
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
    ensureChain: () =>
      engine.transaction(async (db) => {
        // Every chain belongs to a workspace. This one counts as deleted, so that no request can find it.
        await db
          .insertInto("workspaces")
          .values({ ...noWorkspace, id: installationChain, name: "", enabled: 0, deleted_at: 0 })
          .onConflict((conflict) => conflict.column("id").doNothing())
          .execute()
        await db
          .insertInto("event_chains")
          .values({ workspace_id: installationChain, ...chainStart })
          .onConflict((conflict) => conflict.column("workspace_id").doNothing())
          .execute()
      }),
  }
}

const noWorkspace = {
  disabled_reason: null,
  disabled_note: null,
  disabled_at: null,
  requests_per_minute: null,
  max_keys: null,
  max_identities: null,
  verifications_per_month: null,
  on_exceeded: "reject",
  notices: null,
  created_at: 0,
  updated_at: null,
} as const
