// `npm test` loads this module before the test files of a process, which share their modules.
import "../services/at-file-end.ts"
// After it, so that programs that a file left running have ended and count.
import "../services/processor-time.ts"
import fc from "fast-check"
import { seed } from "./seed.ts"

fc.configureGlobal({ seed })

// Programs that tests start end before optimized code repays its compilation. The process of the tests lives longer.
process.env.BUN_JSC_useDFGJIT = "0"
