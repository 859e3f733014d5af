import { foundation } from "./0001-foundation.ts"
import { nodes } from "./0002-nodes.ts"
import { commitMarks } from "./0003-commit-marks.ts"
import { hashesPerWorkspace } from "./0004-hashes-per-workspace.ts"
import { balances } from "./0005-balances.ts"
import { boundedWork } from "./0007-bounded-work.ts"
import { eventResourcesBySequence } from "./0008-event-resources-by-sequence.ts"
import { chainVersions } from "./0010-chain-versions.ts"
import type { Migration } from "./migration.ts"

/** All migrations, oldest first. */
export const migrations: readonly Migration[] = [
  foundation,
  nodes,
  commitMarks,
  hashesPerWorkspace,
  balances,
  boundedWork,
  eventResourcesBySequence,
  chainVersions,
]
