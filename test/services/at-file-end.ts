import { afterAll } from "bun:test"

/**
 * test/harness/preload.ts loads this module before all test files, so that its hook runs at the end of each. Test files of one
 * process share their modules: a hook in any other module would run only at the end of the first file that imports it.
 */

const works: (() => Promise<void> | void)[] = []

afterAll(async () => {
  for (const work of works) await work()
})

/** Adds work for the end of this test file and of all later ones. */
export function atFileEnd(work: () => Promise<void> | void): void {
  works.push(work)
}
