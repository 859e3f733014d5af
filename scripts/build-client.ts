// Builds sdk/dist unless its sources are those of the last build.
import { buildIfStale } from "./build/built-folder.ts"
import { client } from "./build/client.ts"
import { bundleSize } from "./client/bundle-size.ts"

try {
  const hasBuilt = await buildIfStale(client, () => {})
  const { minified, gzipped } = await bundleSize()
  const done = hasBuilt ? "built sdk/dist" : "sdk/dist is up to date"
  process.stdout.write(`${done}; bundled without middleware ${minified} bytes, gzipped ${gzipped}\n`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
