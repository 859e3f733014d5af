import { readFileSync } from "node:fs"
import { Glob } from "bun"
import { operations } from "../../src/operations/index.ts"
import type { Operation } from "../../src/operations/operation.ts"
import { type Situation, type Stage, situationOf } from "../examples/situation.ts"
import { createWorld, exampleIn, furnishingFor } from "../harness/world.ts"
import { bodyWith, conditionalRequests } from "../requests/conditional-requests.ts"
import { importsOf, isRelative, reachableFrom, targetOf } from "../transfer/imports.ts"

/** A request that an installation accepts. */
export interface Sample {
  readonly title: string
  readonly operation: Operation
  request(stage: Stage): Promise<Pick<Situation, "body" | "options">>
}

/** Requests to every operation that changes something: its example, and those that need more, because they change more. */
export function samplesOfChanges(): readonly Sample[] {
  const mayChange = transactionFinder()
  return operations.filter((operation) => !reads(operation) || mayChange(operation)).flatMap(samplesOf)
}

function reads({ kind }: Operation): boolean {
  return kind === "query" || kind === "stream"
}

function samplesOf(operation: Operation): readonly Sample[] {
  const { name } = operation
  const conditional = (conditionalRequests[name] ?? []).map(
    ({ needs, body }, index): Sample => ({
      title: `${name}, request ${index + 1} that needs ${needs.join(" and ")}`,
      operation,
      async request({ server }) {
        const furnishing = { isRecoverable: true, hasPlainKey: true, ...furnishingFor(operation) }
        const world = await createWorld(server, furnishing)
        return { body: bodyWith(exampleIn(world, operation), body(world)), options: { key: world.rootKey } }
      },
    }),
  )
  return [{ title: name, operation, request: (stage) => situationOf(stage, operation) }, ...conditional]
}

/** Some queries store something too, such as the event that a key was decrypted: their code reaches a transaction. */
function transactionFinder(): (operation: Operation) => boolean {
  const sources = [...new Glob("src/operations/**/*.ts").scanSync(".")].filter((path) => !path.endsWith(".test.ts"))
  const targets = new Map(
    sources.map((path) => [
      path,
      importsOf(path)
        .filter((one) => isRelative(one) && !one.isTypeOnly)
        .map(targetOf),
    ]),
  )
  const transacting = new Set(sources.filter((path) => readFileSync(path, "utf8").includes(".transaction(")))
  return ({ name }) => {
    const path = `src/operations/${name}.ts`
    return !transacting.isDisjointFrom(reachableFrom(path, targets).add(path))
  }
}
