import { gunzipSync } from "bun"
import type { RequestLog } from "../../observe/request-log.ts"
import { type BuiltFiles, builtFilesIn, howToBuild } from "../built-files.ts"

/** A file of the built dashboard. */
export interface DashboardFile {
  readonly brotli: Uint8Array<ArrayBuffer>
  readonly gzip: Uint8Array<ArrayBuffer>
}

/** The names of the pages. Everything else is an asset. */
export const index = "index.html"
export const signInPage = "sign-in.html"
export const portalPage = "portal.html"
const pages = [index, signInPage, portalPage]

export function isPage(name: string): boolean {
  return pages.includes(name)
}

/** By name, the pages included. Empty if there is no dashboard. */
export type DashboardFiles = ReadonlyMap<string, DashboardFile>

/**
 * The files that scripts/build/dashboard.ts has made: those in the executable, or those beside the sources. Keyward
 * works without them, because a clone may never have built them.
 */
export async function openDashboard({ report }: Pick<RequestLog, "report">, folder = built): Promise<DashboardFiles> {
  try {
    return await readFiles(builtFilesIn(folder))
  } catch (cause) {
    report(`The dashboard is missing: ${howToBuild}. Until then, people cannot sign in with a browser.`, cause)
    return new Map()
  }
}

/** For clients that accept no compression, which no browser is. */
export function plainBytes({ gzip }: DashboardFile): Uint8Array<ArrayBuffer> {
  return gunzipSync(gzip)
}

const built = `${import.meta.dir}/../../../../dashboard/dist`

async function readFiles(stored: BuiltFiles): Promise<DashboardFiles> {
  if (!stored.has(`${index}.br`) || !stored.has(`${signInPage}.br`)) throw new Error("It was never built.")
  const names = [...stored.keys()].filter((name) => name.endsWith(".br")).map((name) => name.slice(0, -".br".length))
  const files = names.map(async (name) => {
    return [name, { brotli: await read(stored, `${name}.br`), gzip: await read(stored, `${name}.gz`) }] as const
  })
  return new Map(await Promise.all(files))
}

async function read(stored: BuiltFiles, name: string): Promise<Uint8Array<ArrayBuffer>> {
  const file = stored.get(name)
  if (file === undefined) throw new Error(`There is no ${name}.`)
  return new Uint8Array(await file.arrayBuffer())
}
