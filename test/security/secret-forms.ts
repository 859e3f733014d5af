/** The secret as it is, and in the encodings in which it could leak. */
export function formsOf(secret: string): readonly string[] {
  const base64 = (text: string) => Buffer.from(text).toString("base64").replace(/.?=*$/, "")
  return [secret, encodeURIComponent(secret), base64(secret), Buffer.from(secret).toString("hex")]
}
