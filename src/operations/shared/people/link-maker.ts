import type { LinkMaker } from "../../../core/people.ts"
import type { ContextWith } from "../../context.ts"

/** Who makes a link with this call. A key that was used to sign in makes it itself. */
export function linkMakerOf({ caller, operatorKeyHash }: ContextWith<"caller" | "operatorKeyHash">): LinkMaker {
  if (caller.type === "api_key") throw new Error("API keys make no links.")
  const user = caller.signedIn?.user
  if (user !== undefined) return { type: "user", id: user.id }
  return caller.type === "root_key"
    ? { type: "root_key", id: caller.rootKey.id }
    : { type: "operator", operatorKeyHash }
}
