// Preloaded into a process whose clock must be wrong by KEYWARD_TEST_CLOCK_WRONG_BY milliseconds.
const wrongBy = Number(process.env.KEYWARD_TEST_CLOCK_WRONG_BY)
const RightDate = Date

globalThis.Date = class extends RightDate {
  constructor(...given: readonly unknown[]) {
    if (given.length === 0) super(RightDate.now() + wrongBy)
    else super(...(given as [number]))
  }

  static override now(): number {
    return RightDate.now() + wrongBy
  }
} as DateConstructor
