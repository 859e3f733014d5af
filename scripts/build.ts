// `npm run build`: builds dist/keyward, the program with all its dependencies in one file.
import { statSync } from "node:fs"
import { join, relative } from "node:path"
import { parseArgs } from "node:util"
import { buildExecutable, type Target, targets } from "./build/executable.ts"
import { measureStartUp } from "./build/measure-start-up.ts"

const help = `Usage: npm run build -- [--target TARGET]...

Makes dist/keyward: one executable file for this platform that needs neither Node nor npm nor anything beside it.
Copy it wherever it is to run; ./keyward --help says what it does.

  --target TARGET   Make dist/keyward-TARGET for another platform instead, and name it again for more than one:
                    ${targets.join(", ")}.
                    musl is for Alpine Linux. The first time, the Bun of that platform is downloaded (45 MB).
  --help            Show this.

Examples:
  npm run build
  npm run build -- --target linux-arm64 --target darwin-arm64`

const dist = join(import.meta.dir, "..", "dist")

process.exitCode = await main(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  return 1
})

async function main(args: readonly string[]): Promise<number> {
  const { target: named = [], help: isHelpWanted } = readFlags(args)
  if (isHelpWanted) {
    process.stdout.write(`${help}\n`)
    return 0
  }
  if (named.length === 0) await build(undefined)
  for (const target of new Set(named.map(requireTarget))) await build(target)
  return 0
}

function readFlags(args: readonly string[]) {
  try {
    const options = { target: { type: "string", multiple: true }, help: { type: "boolean", short: "h" } } as const
    return parseArgs({ args: [...args], options }).values
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`${reason}\nnpm run build -- --help shows what there is.`, { cause })
  }
}

/** Bun's own form `bun-linux-x64` works too. */
function requireTarget(name: string): Target {
  const found = targets.find((target) => target === name.replace(/^bun-/, ""))
  if (found !== undefined) return found
  throw new Error(`There is no target ${JSON.stringify(name)}. There are: ${targets.join(", ")}.`)
}

async function build(target: Target | undefined): Promise<void> {
  const outfile = join(dist, target === undefined ? "keyward" : `keyward-${target}`)
  const path = relative(process.cwd(), outfile)
  process.stdout.write(`Building ${path} …\n`)
  await buildExecutable({ outfile, target })
  const size = `${(statSync(outfile).size / 1e6).toFixed(0)} MB`
  if (target !== undefined) return void process.stdout.write(`${path}: ${size}\n`)
  const startUpMs = await measureStartUp(outfile)
  process.stdout.write(`${path}: ${size}, serves ${startUpMs.toFixed(0)} ms after its first start\n`)
}
