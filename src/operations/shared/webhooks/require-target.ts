import { invalidInput } from "../../../contract/errors.ts"
import { targetProblem } from "../../../core/webhook-target.ts"
import type { ContextWith } from "../../context.ts"

/** Throws 400 if nothing could ever be sent to the URL. The address of its name is judged with each attempt. */
export function requireTarget({ webhooks }: ContextWith<"webhooks">, url: string): void {
  const message = targetProblem(url, webhooks.allow)
  if (message !== undefined) throw invalidInput({ location: "body.url", message })
}
