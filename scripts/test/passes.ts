import { join } from "node:path"

/** One run of `bun test`. */
export interface Pass {
  readonly flags: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  /** Test files that run in parallel. */
  readonly atOnce: number
}

/**
 * Two more than the cores, because a file waits more than half of its time. At most four, because the nodes of each file
 * need PostgreSQL connections.
 */
const filesAtOnce = Math.min(4, navigator.hardwareConcurrency + 2)

const preload = `--preload=${join(import.meta.dir, "../../test/harness/preload.ts")}`

/**
 * Test files of one process share their modules: to load the server again for each file took half the processor time
 * of the tests of operations. No module of the server keeps data of its callers, and test/harness/preload.ts cleans up after
 * each file.
 */
export const sharedModules = ["--no-isolate", preload]

const passOf = (selection: readonly string[], atOnce: number): Pass => ({
  flags: [...sharedModules, ...selection],
  environment: {},
  atOnce,
})

/** Their tests break machines, or wait for browsers and programs, which take most of their time. */
const waitingFolders = ["clients", "cluster", "crash", "dashboard", "documentation"]

/** `npm test`: every test file, in one of two passes that run at the same time. */
export const allTests: readonly Pass[] = [
  passOf([`--path-ignore-patterns=test/{${waitingFolders.join(",")}}/**`], filesAtOnce - 1),
  passOf(
    waitingFolders.map((folder) => `test/${folder}/`),
    2,
  ),
]

/** `npm test -- src/core/ids.test.ts`: what was asked for. */
export const chosenTests = (selection: readonly string[]): readonly Pass[] => [passOf(selection, filesAtOnce)]

/**
 * `npm run test:quick`: the tests beside the sources, without the folders whose tests start databases and programs
 * of their own.
 */
export const quickTests: readonly Pass[] = [
  {
    flags: [...sharedModules, "src/", "--path-ignore-patterns=src/{cli,cluster,storage}/**"],
    environment: { KEYWARD_TEST_QUICK: "true" },
    atOnce: filesAtOnce,
  },
]

const longRounds = {
  KEYWARD_TEST_CLUSTER_SECONDS: "300",
  KEYWARD_TEST_CRASH_ROUNDS: "200",
  KEYWARD_TEST_CUSTOMER_CHANGES: "10000",
  KEYWARD_TEST_WEBHOOK_EVENTS: "10000",
  KEYWARD_TEST_CUSTOMER_ROUNDS: "10",
  KEYWARD_TEST_FUZZ_ROUNDS: "10",
  KEYWARD_TEST_LOOKS: "all",
  KEYWARD_TEST_MODEL_RUNS: "1000",
  KEYWARD_TEST_PORTAL_LOSSES: "10000",
  KEYWARD_TEST_RESERVATIONS: "100000",
  KEYWARD_TEST_SCHEDULE_RUNS: "1000",
  KEYWARD_TEST_TRANSFER_ROUNDS: "20",
  KEYWARD_TEST_USED_KEYS: "10000",
  KEYWARD_TEST_USED_ROUNDS: "120",
  KEYWARD_TEST_VERIFIER_KEYS: "8",
  KEYWARD_TEST_VERIFIER_PROCESSES: "8",
  KEYWARD_TEST_VERIFIER_REVOCATIONS: "10000",
  KEYWARD_TEST_VERIFIER_ROUNDS: "50",
  KEYWARD_TEST_VERIFIER_WALKS: "20000",
}

/**
 * `npm run test:long`: the random tests with many more rounds than in `npm test`, every look of every page, and
 * no others.
 */
export const longTests: readonly Pass[] = [
  {
    ...passOf(
      [
        "src/cluster/end-of-period.test",
        "src/storage/expired-reservations.test",
        "src/storage/postgres/changes/schedules.test",
        "src/storage/postgres/customer-spends.test",
        "test/cluster/",
        "test/crash/kills.test",
        "test/dashboard/pages.test",
        "test/fuzz/",
        "test/local-verifier/",
        "test/model/",
        "test/transfer/transfer.test",
        "test/verifiers/used.test",
      ],
      2,
    ),
    environment: longRounds,
  },
]
