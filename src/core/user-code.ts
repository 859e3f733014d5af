/** No vowels, so that no code spells a word, and no letters that look like others (RFC 8628, section 6.1). */
const letters = "BCDFGHJKLMNPQRSTVWXZ"
const codeLength = 8

/** Eight letters, about 34 bits. Bytes that would make some letters more likely are skipped. */
export function mintUserCode(random: (length: number) => Uint8Array): string {
  const even = 256 - (256 % letters.length)
  let code = ""
  while (code.length < codeLength) {
    for (const byte of random(codeLength)) {
      if (byte < even && code.length < codeLength) code += letters[byte % letters.length]
    }
  }
  return code
}

/** `BCDF-GHJK`, as people read it. */
export function showUserCode(code: string): string {
  return `${code.slice(0, 4)}-${code.slice(4)}`
}

/** The code as it is stored, from what a person has typed. */
export function readUserCode(typed: string): string {
  return typed.replace(/[\s-]/g, "").toUpperCase()
}
