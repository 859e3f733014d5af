import { z } from "zod"
import { migration } from "../contract/migration.ts"
import { pageInput } from "../contract/pagination.ts"
import { toWireMigration } from "../core/wire.ts"
import { pagedQuery } from "./operation.ts"
import { pageById } from "./shared/page.ts"

export const listMigrations = pagedQuery({
  name: "keys.listMigrations",
  title: "List migrations",
  summary: "List the migrations of the workspace.",
  needs: ["api.*.read_key"],
  input: z.strictObject(pageInput),
  output: z.array(migration),
  errors: [],
  example: { limit: 20 },
  run: ({ input, workspace, store, after }) =>
    pageById({ input, after }, toWireMigration, (page) => store.migrations.list(workspace.id, page)),
})
