import { type BuiltFolder, buildIfStale, filesOf } from "./built-folder.ts"
import { dashboard } from "./dashboard.ts"
import { docs } from "./docs.ts"

const builtPages: readonly (readonly [name: string, folder: BuiltFolder])[] = [
  ["dashboard", dashboard],
  ["docs", docs],
]

/** Builds the dashboard and the docs, each unless its sources are those of its last build. Returns whether it built. */
export async function buildPagesIfStale(onStart: (name: string) => void = () => {}): Promise<boolean> {
  let hasBuilt = false
  for (const [name, folder] of builtPages) hasBuilt = (await buildIfStale(folder, () => onStart(name))) || hasBuilt
  return hasBuilt
}

/** All built files, which the executable embeds. */
export function pageFiles(): readonly string[] {
  return builtPages.flatMap(([, folder]) => filesOf(folder))
}
