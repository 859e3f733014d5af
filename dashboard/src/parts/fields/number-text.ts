/** The number that people typed, with or without separators. NaN if it is none, which the server refuses by name. */
export function numberIn(text: string): number {
  const digits = text.replace(/[\s,_']/g, "")
  return digits === "" ? Number.NaN : Number(digits)
}
