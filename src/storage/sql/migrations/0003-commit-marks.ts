import type { Migration } from "./migration.ts"

/** The last commit of each lane of a node, so that one whose answer was lost can be told from one that never was. */
export const commitMarks: Migration = {
  name: "0003-commit-marks",
  statements: ({ text, integer, table }) => [
    table("commit_marks", `lane ${text} primary key, mark ${text} not null, marked_at ${integer} not null`),
  ],
}
