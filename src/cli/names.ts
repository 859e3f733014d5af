/** `createIdentity` as it is written on a command line: `create-identity`. What is kebab-case already stays as it is. */
export function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter, index: number) => `${index === 0 ? "" : "-"}${letter.toLowerCase()}`)
}

/** Two columns, the first as wide as its widest entry. */
export function aligned(rows: readonly (readonly [string, string])[], indent = "  "): string {
  const width = Math.max(0, ...rows.map(([name]) => name.length))
  return rows.map(([name, text]) => `${indent}${name.padEnd(width)}  ${text}`.trimEnd()).join("\n")
}
