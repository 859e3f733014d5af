/**
 * Settings of Bun for processes that live for minutes on busy cores. Memory that JavaScript has freed stays with the
 * process, because giving it back and taking it again costs more than any test needs of it. The last stage of compilation
 * costs more than it saves, and the first comes later, because most functions of a test process run rarely.
 */
export const runtimeSettings = {
  MIMALLOC_SCAVENGER: "0",
  MIMALLOC_PURGE_DELAY: "10000",
  MIMALLOC_PURGE_HOLES: "0",
  BUN_JSC_useFTLJIT: "0",
  // 500 by default.
  BUN_JSC_thresholdForJITAfterWarmUp: "2000",
}
