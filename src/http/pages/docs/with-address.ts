import { html } from "../html.ts"

/** What the pages write for the address of the reader's Keyward. */
export const exampleAddress = "http://localhost:8080"

/** Other text keeps the example: there it is the default of a setting. */
const codeBlock = /<pre[ >][\s\S]*?<\/pre>/g
const exampleInCode = new RegExp(`(?<!KEYWARD_PUBLIC_URL=)${exampleAddress}(?!\\d)`, "g")

/** The built page with the address of this server in its blocks of code. */
export function withAddress(markup: string, url: string): string {
  const address = html`${url}`.markup
  return markup.replace(codeBlock, (block) => block.replace(exampleInCode, () => address))
}
