/** As it is, and as somebody might have encoded it. */
export function formsOf(secret: string): readonly string[] {
  const base64 = (text: string) => Buffer.from(text).toString("base64").replace(/.?=*$/, "")
  return [secret, encodeURIComponent(secret), base64(secret), Buffer.from(secret).toString("hex")]
}
