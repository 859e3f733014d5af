import { loaders } from "../../operations/loaders.gen.ts"
import { isTwin, shortNameOf } from "./short-names.ts"

/** The command that lists the objects of a field: `keyward keys list` for `keyId`. undefined if none exists. */
export function listingOf(path: readonly string[], operation: string): string | undefined {
  const [, named = ""] = /^(.+?)(?:Id|s)?$/.exec(path.at(-1) ?? "") ?? []
  // `rootKeys.deleteKey` calls the id of a root key `keyId`.
  const thing = named === "key" && isTwin(operation) ? "rootKey" : named
  const things = `${thing.replace(/([^aeiou])y$/, "$1ie")}s`
  const ending = `.list${things.replace(/^./, (letter) => letter.toUpperCase())}`
  const listers = Object.keys(loaders).filter((name) => name.endsWith(ending))
  const lister = listers.find((name) => name === `${things}${ending}`) ?? listers[0]
  return lister && `keyward ${shortNameOf(lister).join(" ")}`
}
