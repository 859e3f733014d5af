/**
 * Of all random tests. `npm test` has the same random cases every time, so that what passed once passes again; `npm run test:long`
 * looks for new ones. KEYWARD_TEST_SEED=<seed> repeats those of a run.
 */
export const seed = Number(process.env.KEYWARD_TEST_SEED ?? 1)
