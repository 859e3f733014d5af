import type { Migration } from "./migration.ts"

/** Records the last commit of each lane, so a commit with a lost reply can be recognized. */
export const commitMarks: Migration = {
  name: "0003-commit-marks",
  statements: ({ text, integer, table }) => [
    table("commit_marks", `lane ${text} primary key, mark ${text} not null, marked_at ${integer} not null`),
  ],
}
