import { outcomeOf } from "../outcome.ts"
import type { Random } from "../random.ts"
import { type Ask, type Asked, fateOf, type Question } from "./ask.ts"

interface Insisting {
  readonly ask: Ask
  readonly nodes: number
  readonly random: Random
  isOver(): boolean
}

/** Asks one node after the other until one has done it; for what may as well happen twice. Nothing when time is over. */
export async function insist(
  { ask, nodes, random, isOver }: Insisting,
  question: Question,
): Promise<Asked | undefined> {
  while (!isOver()) {
    const asked = await ask(random.below(nodes), question)
    const isThere = asked.reply !== undefined && /^409 data\/\w+_already_exists$/.test(outcomeOf(asked.reply))
    if (isThere || fateOf(asked) === "done") return asked
    await Bun.sleep(20)
  }
  return undefined
}
