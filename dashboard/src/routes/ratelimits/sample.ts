import { bearerOption, curlSample } from "../../../../src/core/samples/curl-sample.ts"
import { jsonText } from "../../../../src/core/samples/json-text.ts"

/** A command that checks a limit. */
export function limitSample(namespace: string): string {
  const json = jsonText({ namespace, identifier: "user_42", limit: 10, duration: 60_000 })
  return curlSample({ url: `${location.origin}/v2/ratelimit.limit`, options: [bearerOption()], json })
}
