import { csvColumns } from "../transfer/foreign/csv-keys.ts"
import { aligned } from "./aligned.ts"
import { databaseSettings } from "./settings.ts"

export function importHelp(): string {
  return `Usage: keyward import FILE [--into WORKSPACE_ID [--new-ids]] [--without-plaintexts] [--dry-run]
       keyward import --from csv FILE --api API_ID [--dry-run]
       keyward import --from better-auth --source DATABASE --api API_ID [--table NAME] [--dry-run]

Brings keys in so that whoever holds them goes on using them: only hashes are needed, never the keys themselves.

Every line is imported, is there already and equal, or is refused; what is refused is printed with its line and reason.
Where the import is stopped, or killed, the same command goes on: what is there already is left alone. Nothing that is
there is ever changed. Every object that comes in is recorded as an event of the actor system/import.

A hash is unique in its workspace, deleted keys included. Keys that come in are marked as imported: as bearers they work
only while no other workspace has them.

Works on the database itself. On PostgreSQL the service may run, and every node knows of what was imported when the
command ends. The embedded database cannot be shared: stop the service first; --dry-run works beside it.

  --from SOURCE             keyward (the default), csv or better-auth.
  --dry-run                 Say what would happen, and change nothing.
  --json                    Print what happened, and what was refused, as JSON.
${databaseSettings()}

A FILE OF KEYWARD EXPORT is checked to its end first: one that was cut or altered changes nothing. It comes into the
workspace that it was exported from, which is created if it does not exist, with the same ids, root keys included.
Events in it stay out: they say what happened elsewhere.

  --into WORKSPACE_ID       Into another workspace, whose own settings and root keys stay: those of the file are left out.
  --new-ids                 With --into: give everything new ids, for where the old ones are taken. Permissions, roles,
                            identities and namespaces that the workspace has already, with the same name and content,
                            are used instead.
  --without-plaintexts      Import recoverable keys as keys that cannot be shown again. Otherwise add the encryption key
                            of the installation they come from to the end of KEYWARD_ENCRYPTION_KEYS.

CSV (--from csv) follows RFC 4180; its first line names the columns. Quotas of the workspace apply, here and below.

  --api API_ID              The API whose keys they become.

${aligned(Object.entries(csvColumns).map(([name, { purpose }]) => [name, purpose]))}

BETTER-AUTH (--from better-auth): its table of API keys is read, and left as it is. The owner becomes the externalId,
{"files":["read"]} the permission files.read, the rate limit one named requests that always applies, a refill every
24 hours a daily one. What has no counterpart is refused, not guessed.

  --api API_ID              The API whose keys they become.
  --source DATABASE         sqlite:FILE, postgres://user:password@host:port/database, or env:NAME for a variable with it.
  --table NAME              Name of the table. Default: apikey.
  --without-refills         Import keys with other refills too, with the balance that they have and no refill.

Exit code 0: everything is there now; 1: something was refused or went wrong; 2: the command line is wrong.

Examples:
  keyward import ./workspace.ndjson --dry-run
  keyward import ./workspace.ndjson
  keyward import --from csv ./keys.csv --api "$API_ID"
  keyward import --from better-auth --source sqlite:./auth.db --api "$API_ID"`
}
