/** Replaces ids, secrets and ports, which no two installations have in common. Equal ids get equal numbers. */
export function withoutChance<Ordered>(ordered: Ordered, unordered: readonly string[]) {
  const numbers = new Map<string, string>()
  const numbered = (id: string, prefix: string) => {
    const number = numbers.get(id) ?? `${prefix}_${numbers.size}`
    numbers.set(id, number)
    return number
  }
  const replace = (text: string) =>
    secrets.reduce((before, [pattern, to]) => before.replaceAll(pattern, to), text.replaceAll(ids, numbered))
  const compared: Ordered = JSON.parse(replace(JSON.stringify(ordered)))
  return { ...compared, unordered: unordered.map(replace).sort() }
}

const ids = /\b([a-z]{2,5})_[1-9A-HJ-NP-Za-km-z]{22}\b/g

const secrets: readonly (readonly [RegExp, string])[] = [
  [/(localhost|127\.0\.0\.1)(:|%3A)\d+/g, "<host>"],
  [/\bkeyward-((?:[a-z]+-)?)\d+=/g, "keyward-$1<port>="],
  [/"durationMs":\d+/g, '"durationMs":0'],
  // The first characters of a key, with its prefix.
  [/((?:start|previousStart)\\*":\\*")(\w+_)?\w{4}(?=\\*")/g, "$1$2<start>"],
  [/(userCode\\*":\\*")[A-Z\d-]+/g, "$1<code>"],
  [/(?=[\w+/-]*[A-Z\d])[\w+/-]{20,}={0,2}/g, "<secret>"],
  // Another program with the clock of the machine has made the link to the setup page.
  [/(setup_link\\*",\\*"value.{0,40}expires\\*":)\d+/g, "$1<time>"],
]
