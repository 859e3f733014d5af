import type { Random } from "../harness/random.ts"
import { outcomeOf } from "../requests/outcome.ts"
import { type ApiRequest, type Ask, type Attempt, resultOf } from "./ask.ts"

interface RetryOptions {
  readonly ask: Ask
  readonly nodes: number
  readonly random: Random
  isOver(): boolean
}

/** Sends a request to random nodes until one succeeds. The request may take effect twice. Undefined if time is over. */
export async function retryUntilDone(
  { ask, nodes, random, isOver }: RetryOptions,
  request: ApiRequest,
): Promise<Attempt | undefined> {
  while (!isOver()) {
    const attempt = await ask(random.below(nodes), request)
    const isThere = attempt.reply !== undefined && /^409 data\/\w+_already_exists$/.test(outcomeOf(attempt.reply))
    if (isThere || resultOf(attempt) === "done") return attempt
    await Bun.sleep(20)
  }
  return undefined
}
