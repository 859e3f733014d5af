import type { Migration } from "../../core/model.ts"
import { toWireMigration } from "../../core/wire.ts"
import { migrationLine } from "../entries.ts"
import { type MigrationEntry, migrationEntry } from "../format.ts"
import { findEach } from "../import-target.ts"
import { built, type Kind, standalone } from "./kind.ts"

export const migrationKind: Kind<MigrationEntry, Migration> = {
  ...standalone,
  noun: "migration",
  schema: migrationEntry,
  adapt: (entry, { idOf }) => ({ ...entry, id: idOf(entry.id) }),
  listExisting: ({ reads, workspaceId }, entries) =>
    findEach(
      entries.map(({ id }) => id),
      (id) => reads.migrations.find(workspaceId, id),
    ),
  lineOf: migrationLine,
  comparable: (entry) => entry,
  build: ({ entry: { kind: _kind, ...entry } }) => built({ ...entry, name: entry.name ?? null }),
  async insert(tx, workspaceId, migrations) {
    for (const migration of migrations) await tx.migrations.insert(workspaceId, migration)
  },
  eventOf: (migration) => ({
    type: "migration.created",
    resources: [{ type: "migration", id: migration.id }],
    after: toWireMigration(migration),
  }),
  remember: ({ migrations }, migration) => migrations.set(migration.id, migration),
}
