import { csvColumns } from "../../transfer/foreign/csv-keys.ts"
import { alignColumns } from "../terminal/text.ts"
import { databaseSettings } from "./settings.ts"

export function importHelp(): string {
  return `Usage: keyward import FILE [--into WORKSPACE_ID [--new-ids]] [--without-plaintexts] [--dry-run]
       keyward import --from csv FILE --api API_ID [--dry-run]
       keyward import --from better-auth --source DATABASE --api API_ID [--table NAME] [--dry-run]

Imports keys by their hashes, so that your customers keep using the keys they have.

Every line is imported, skipped because an equal object exists, or refused. Refused lines are
printed with their number and the reason. An import never changes existing objects. If it stops,
run the same command again to continue. Each imported object is recorded as an event of the actor
system/import.

A hash is unique in its workspace, deleted keys included. An imported key can call the API itself
only while no other workspace has the same key.

This command works on the database. On PostgreSQL the service can keep running; when the command
ends, the import has reached every node. With the embedded database, stop the service first; only
--dry-run works while it runs.

  --from SOURCE             keyward (the default), csv or better-auth.
  --dry-run                 Report what would happen, and change nothing.
  --json                    Print the result and the refused lines as JSON.
${databaseSettings()}

A FILE OF KEYWARD EXPORT is checked to its end first. A truncated or altered file changes nothing.
Its objects, root keys included, keep their ids and return to the workspace they were exported from,
which is created if it does not exist. Events in the file are not imported.

  --into WORKSPACE_ID       Import into another workspace. It keeps its settings and root keys;
                            those in the file are left out.
  --new-ids                 With --into: give every object a new id, in case the old ids are taken.
                            Permissions, roles, identities and namespaces with the same name and
                            content are reused.
  --without-plaintexts      Import recoverable keys as keys that cannot be shown again. To keep them
                            recoverable, add the encryption key of their installation to the end of
                            KEYWARD_ENCRYPTION_KEYS.

CSV (--from csv) follows RFC 4180; its first line names the columns. Quotas of the workspace apply
to CSV and to better-auth.

  --api API_ID              API that gets the keys. Required.

${alignColumns(Object.entries(csvColumns).map(([name, { purpose }]) => [name, purpose]))}

BETTER-AUTH (--from better-auth): reads its table of API keys and does not change it. The owner
becomes the externalId. {"files":["read"]} becomes the permission files.read. The rate limit becomes
one named requests that always applies. A refill every 24 hours becomes a daily refill. A key with
a setting that Keyward does not have is refused.

  --api API_ID              API that gets the keys. Required.
  --source DATABASE         sqlite:FILE, postgres://user:password@host:port/database, or env:NAME
                            for the environment variable that holds one of these. Required.
  --table NAME              Name of the table. Default: apikey.
  --without-refills         Also import keys with other refills: with their balance, but no refill.

Exit code 0: everything is imported or existed; 1: something was refused or failed; 2: the command
line is wrong.

Examples:
  keyward import ./workspace.ndjson --dry-run
  keyward import ./workspace.ndjson
  keyward import --from csv ./keys.csv --api "$API_ID"
  keyward import --from better-auth --source sqlite:./auth.db --api "$API_ID"`
}
