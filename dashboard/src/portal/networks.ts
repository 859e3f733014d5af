/** Addresses and networks, however people separate them. */
export function networksIn(text: string): string[] {
  return text.split(/[\s,;]+/).filter((one) => one !== "")
}
