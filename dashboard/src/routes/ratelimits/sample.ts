/** A command that checks a limit. */
export function limitSample(namespace: string): string {
  const body = JSON.stringify({ namespace, identifier: "user_42", limit: 10, duration: 60_000 }, null, 2)
  return `curl ${location.origin}/v2/ratelimit.limit \\
  -H "Authorization: Bearer $KEYWARD_KEY" \\
  -H "Content-Type: application/json" \\
  -d '${body.replaceAll("'", "'\\''")}'`
}
