const waiting: (() => Promise<unknown>)[] = []
const signs = ["pointermove", "pointerdown", "keydown"] as const

for (const sign of signs) addEventListener(sign, begin, { passive: true })

/** Also loads when people first move, touch or type on the page: after the first paint, and before they can open anything. */
export function onFirstUse<Load extends () => Promise<unknown>>(load: Load): Load {
  waiting.push(load)
  return load
}

function begin(event: Event): void {
  if (isStill(event)) return
  for (const sign of signs) removeEventListener(sign, begin)
  // A failure is harmless here: what was not loaded is loaded when it is opened.
  for (const load of waiting) load().catch(() => {})
}

/** Browsers also report a pointer that rests while the page below it changes. */
function isStill(event: Event): boolean {
  return event instanceof PointerEvent && event.type === "pointermove" && !event.movementX && !event.movementY
}
