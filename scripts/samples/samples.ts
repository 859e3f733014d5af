import { keyOperations } from "../../src/operations/index.ts"
import { commandLines } from "./command-lines.ts"
import { goSamples } from "./go.ts"
import { pythonSamples } from "./python.ts"

/** One maker per language. The service itself makes curl and TypeScript, which need no names of their own. */
const makers: Readonly<Record<string, () => Readonly<Record<string, string>>>> = {
  CLI: commandLines,
  Python: pythonSamples,
  Go: goSamples,
}

/** The samples of the reference that a generator makes, by operation and language. */
export function writtenSamples(): string {
  const languages = Object.entries(makers).map(([language, make]) => [language, make()] as const)
  const samples = keyOperations.map(({ name }) => {
    const texts = languages.map(([language, samples]) => {
      const text = samples[name]
      if (text === undefined) throw new Error(`The operation ${name} has no sample in ${language}.`)
      return [language, text] as const
    })
    return [name, Object.fromEntries(texts)] as const
  })
  return `${JSON.stringify(Object.fromEntries(samples), null, 2)}\n`
}
