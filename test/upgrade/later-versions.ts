import { migrations } from "../../src/storage/sql/migrations/index.ts"
import type { Migration } from "../../src/storage/sql/migrations/migration.ts"

/** Preloaded, it makes the program a later version of itself: one that has as many more steps as this variable says. */
const laterSteps: readonly Migration[] = [
  {
    name: "9001-adds",
    statements: ({ text, integer, table }) => [
      table("notes", `id ${text} primary key, key_id ${text} not null references keys (id), words ${text} not null`),
      ...["workspaces", "root_keys", "apis", "identities", "keys", "events"].map(
        (name) => `alter table ${name} add column origin ${text}`,
      ),
      `alter table balances add column spent ${integer} not null default 0`,
      "create index keys_by_origin on keys (origin)",
    ],
  },
  {
    name: "9002-takes-away",
    needs: "9001-adds",
    statements: () => ["drop index keys_by_origin"],
  },
]

const list = migrations as readonly Migration[] as Migration[]
list.push(...laterSteps.slice(0, Number(process.env.KEYWARD_TEST_LATER_STEPS ?? 0)))
