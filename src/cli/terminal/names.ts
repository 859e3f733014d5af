/** `createIdentity` as it is written on a command line: `create-identity`. What is kebab-case already stays as it is. */
export function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter, index: number) => `${index === 0 ? "" : "-"}${letter.toLowerCase()}`)
}
