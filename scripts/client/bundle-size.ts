import { join } from "node:path"

/** The bytes that the client adds to a bundled page. */
export async function bundleSize(): Promise<{ readonly minified: number; readonly gzipped: number }> {
  const entry = join(import.meta.dir, "..", "..", "sdk", "src", "index.ts")
  const { outputs, success, logs } = await Bun.build({ entrypoints: [entry], target: "browser", minify: true })
  const [output] = outputs
  if (!success || output === undefined) throw new Error(`The client cannot be bundled: ${logs.join("\n")}`)
  const bytes = new Uint8Array(await output.arrayBuffer())
  return { minified: bytes.length, gzipped: Bun.gzipSync(bytes, { level: 9 }).length }
}
