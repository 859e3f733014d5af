import { join } from "node:path"

const preload = `--preload=${join(import.meta.dir, "../../test/preload.ts")}`

/** Each test file loads its modules itself. */
export const ownModules = ["--isolate", preload]

/**
 * Test files of one process share their modules: to load the server again for each file took half the processor time
 * of the tests of operations. No module of the server keeps data of its callers, and test/preload.ts cleans up after
 * each file.
 */
export const sharedModules = ["--no-isolate", preload]

/**
 * `npm run test:quick`: the tests beside the sources, without the folders whose tests start databases and programs
 * of their own.
 */
export const quickSelection = ["src/", "--path-ignore-patterns=src/{cli,cluster,storage}/**"]
