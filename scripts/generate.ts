import client from "../sdk/package.json"
import { describeSetting } from "../src/config/setting.ts"
import { settingList } from "../src/config/settings.ts"
import { clientOperations, clientTypes } from "./client/client-types.ts"
import { copies } from "./client/copies.ts"
import { between } from "./client/reference/markdown.ts"
import { clientPages } from "./client/reference/pages.ts"
import { eventTypeSections } from "./event-type-sections.ts"
import { operationLists } from "./list-operations.ts"
import { writtenSamples } from "./samples/samples.ts"

/** Generated files. `npm run gen` writes them; a test fails if one is out of date. */
export const generated: readonly { readonly path: string; readonly update: (text: string) => string }[] = [
  ...operationLists,
  { path: "docs/settings.md", update: (text) => between(text, "settings", settingsTable()) },
  { path: "sdk/src/generated/operations.gen.ts", update: () => clientOperations(client.version) },
  { path: "sdk/src/generated/types.gen.ts", update: clientTypes },
  ...copies,
  ...clientPages,
  { path: "docs/event-types.md", update: (text) => between(text, "types", eventTypeSections()) },
  { path: "src/http/pages/reference/samples.gen.json", update: writtenSamples },
]

function settingsTable(): string {
  const rows = settingList.map((setting) => {
    const flag = setting.flag === undefined ? "" : `\`--${setting.flag.name}\``
    return `| \`${setting.variable}\` | ${flag} | ${setting.default.shown} | ${describeSetting(setting)} |`
  })
  return ["| variable | flag | default | purpose |", "|---|---|---|---|", ...rows].join("\n")
}

if (import.meta.main) {
  for (const { path, update } of generated) {
    const file = Bun.file(path)
    await Bun.write(path, update((await file.exists()) ? await file.text() : ""))
    process.stdout.write(`wrote ${path}\n`)
  }
}
