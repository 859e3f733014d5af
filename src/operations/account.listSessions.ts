import { z } from "zod"
import { session } from "../contract/people.ts"
import { toWireSession } from "../core/people-wire.ts"
import { hasEnded } from "../core/session-life.ts"
import { query } from "./operation.ts"
import { requireUser } from "./shared/people/own-session.ts"

const shownSessions = 100

export const listSessions = query({
  name: "account.listSessions",
  title: "List sessions",
  summary: "List your sessions, newest first: the browsers in which you are signed in.",
  callers: ["user"],
  needs: [],
  scope: "installation",
  input: z.strictObject({}),
  output: z.array(session),
  errors: [],
  example: {},
  async run({ caller, store, now }) {
    const { user, signedIn } = requireUser(caller)
    const sessions = await store.sessions.listOfUser(user.id, shownSessions)
    return sessions.filter((one) => !hasEnded(one, now)).map((one) => toWireSession(one, signedIn.session.id))
  },
})
