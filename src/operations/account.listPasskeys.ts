import { z } from "zod"
import { passkey } from "../contract/passkey.ts"
import { toWirePasskey } from "../core/people-wire.ts"
import { query } from "./operation.ts"
import { requireUser } from "./shared/people/own-session.ts"

export const listPasskeys = query({
  name: "account.listPasskeys",
  title: "List passkeys",
  summary: "List your passkeys, oldest first. There are at most 20.",
  callers: ["user"],
  needs: [],
  scope: "installation",
  input: z.strictObject({}),
  output: z.array(passkey),
  errors: [],
  example: {},
  async run({ caller, store }) {
    return (await store.passkeys.listOfUser(requireUser(caller).user.id)).map(toWirePasskey)
  },
})
