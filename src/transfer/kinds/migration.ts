import { z } from "zod"
import { hashAlgorithm } from "../../contract/migration.ts"
import { millis, name } from "../../contract/primitives.ts"
import type { Migration } from "../../core/model.ts"
import { withNulls, withoutNulls } from "../../core/nulls.ts"
import { created } from "../../core/object-events.ts"
import { toWireMigration } from "../../core/wire.ts"
import { findEach } from "../import-target.ts"
import { idSchema } from "../line-fields.ts"
import { built, insertEach, type Kind, readPages, standalone } from "./kind.ts"

const schema = z.strictObject({
  kind: z.literal("migration"),
  id: idSchema("mig"),
  name: name.optional(),
  algorithm: hashAlgorithm,
  createdAt: millis,
})

export const migrationKind: Kind<z.infer<typeof schema>, Migration> = {
  ...standalone,
  name: "migration",
  nouns: ["migration", "migrations"],
  schema,
  read: (reads, workspaceId) => readPages((page) => reads.migrations.list(workspaceId, page)),
  lineOf: (migration) => ({ kind: "migration", ...withoutNulls(migration) }),
  listExisting: ({ reads, workspaceId }, ids) => findEach(ids, (id) => reads.migrations.find(workspaceId, id)),
  build: ({ entry: { kind: _kind, ...entry } }) => built(withNulls(entry, "name")),
  insert: insertEach((tx, migration, workspaceId) => tx.migrations.insert(workspaceId, migration)),
  eventOf: (migration) => created("migration", migration.id, toWireMigration(migration)),
  remember: ({ migrations }, migration) => migrations.set(migration.id, migration),
}
