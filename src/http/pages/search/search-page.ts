import type { ResponseParts } from "../../request/response.ts"
import type { Page } from "../../server/routes.ts"
import { type CompressedPage, compress, compressedResponse } from "../compressed-page.ts"
import type { SearchEntry, SearchIndex } from "./entry.ts"
import { synonyms } from "./synonyms.ts"

/** The entries of one part of the site. The browser asks for it at the first search. */
export type SearchSource = () => Promise<readonly SearchEntry[]>

/** The index that the search of every page loads. */
export function searchPage(sources: readonly SearchSource[]): Page {
  const headers = { "Content-Type": "application/json", "Cache-Control": "no-cache" }
  let kept: CompressedPage | undefined
  const make = async (): Promise<ResponseParts> => {
    const entries = (await Promise.all(sources.map((source) => source()))).flat()
    return { status: 200, headers, body: JSON.stringify({ entries, synonyms } satisfies SearchIndex) }
  }
  return {
    name: "search",
    path: "/search.json",
    async serve(request) {
      kept ??= compress(await make())
      return compressedResponse(request, kept)
    },
  }
}
