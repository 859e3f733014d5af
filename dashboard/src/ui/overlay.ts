import { onFirstUse } from "./first-use.ts"

/**
 * The parts of a page that open above it. Their code is one file and a quarter of all code, and nothing is open at the first
 * paint. So it is loaded when people begin to use the page, and is there when something opens.
 */
export const loadOverlays = onFirstUse(() => import("./overlays/overlays.ts"))
