import { gunzipSync } from "bun"

/** A file of the built dashboard. */
export interface DashboardFile {
  readonly name: string
  readonly brotli: Uint8Array<ArrayBuffer>
  readonly gzip: Uint8Array<ArrayBuffer>
}

/** All files of the built dashboard by name, from the program itself or from a clone. Empty if it was never built. */
export async function readDashboard(): Promise<ReadonlyMap<string, DashboardFile>> {
  const names = [...new Bun.Glob("*.br").scanSync(folder)].map((name) => name.slice(0, -".br".length))
  const files = await Promise.all(
    names.map(async (name) => ({ name, brotli: await read(`${name}.br`), gzip: await read(`${name}.gz`) })),
  )
  return new Map(files.map((file) => [file.name, file]))
}

/** For clients that accept no compression, which no browser is. */
export function plainBytes({ gzip }: DashboardFile): Uint8Array<ArrayBuffer> {
  return gunzipSync(gzip)
}

const folder = `${import.meta.dir}/../../../../dashboard/dist`

async function read(name: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await Bun.file(`${folder}/${name}`).arrayBuffer())
}
