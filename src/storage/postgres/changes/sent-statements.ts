import type { SQL } from "bun"
import type { ReservedConnection } from "../pool.ts"

/** A statement without parameters must be a template, because Bun sends other ones only when no reply is due. */
export type Send<Row> = (on: SQL) => PromiseLike<readonly Row[]>

/** The statements of one transaction. Each is sent without waiting for the replies to the ones before it. */
export interface SentStatements {
  /** Sends a statement, and waits for its rows. Fails if it, or one before it, has failed. */
  ask<Row>(statement: Send<Row>): Promise<readonly Row[]>
  /** Sends a statement without a result. */
  post(statement: Send<unknown>): void
  /** Waits for all replies. Fails if one of the statements has failed. */
  settle(): Promise<void>
  /** The first error. Replies come in order, so it is the cause of all others. */
  failure(): { readonly error: unknown } | undefined
}

export function createSentStatements({ run }: Pick<ReservedConnection, "run">): SentStatements {
  const replies: Promise<unknown>[] = []
  let failure: ReturnType<SentStatements["failure"]>

  const send = <Row>(statement: Send<Row>): Promise<readonly Row[]> => {
    const sending = run(statement)
    const reply = sending.then(ignore, (error) => {
      failure ??= { error }
    })
    replies.push(reply)
    return sending
  }
  const requireSound = () => {
    if (failure !== undefined) throw failure.error
  }

  return {
    async ask(statement) {
      const rows = await send(statement).catch((error) => {
        requireSound()
        throw error
      })
      requireSound()
      return rows
    },
    post(statement) {
      send(statement).catch(ignore)
    },
    async settle() {
      await Promise.all(replies.splice(0))
      requireSound()
    },
    failure: () => failure,
  }
}

function ignore() {}
