import type { PageResult } from "@keyward/client"
import { useRef, useState } from "react"
import { askPage, type Client, type ListPage } from "../client.ts"
import { messageOf } from "../error-messages.ts"
import { useClient } from "../session.ts"
import { counted } from "../ui/format.ts"
import { notify } from "../ui/toast.tsx"

/** A page in a browser holds them all, so there is an end. The command line has none. */
const most = 20_000

interface Exported<Item> {
  /** "event" */
  readonly thing: string
  /** Prints all of them, however many there are. */
  readonly command: string
  readonly page: (
    client: Client,
    cursor: { readonly cursor?: string },
    options: { readonly signal: AbortSignal },
  ) => Promise<PageResult<Item>>
}

/** Reads everything that matches, page by page, and hands it over to be saved. */
export function useExport<Item>({ thing, command, page }: Exported<Item>) {
  const client = useClient()
  const [count, setCount] = useState<number>()
  const stop = useRef<AbortController>(undefined)
  /** Stops as soon as there are `atMost`. */
  const run = async (save: (items: readonly Item[]) => void, atMost = Number.POSITIVE_INFINITY) => {
    stop.current = new AbortController()
    const { signal } = stop.current
    setCount(0)
    try {
      const items: Item[] = []
      let next: string | undefined = ""
      while (next !== undefined && items.length < Math.min(most, atMost)) {
        const cursor: { cursor?: string } = next === "" ? {} : { cursor: next }
        const read: ListPage<Item> = await askPage(() => page(client, cursor, { signal }))
        signal.throwIfAborted()
        items.push(...read.items)
        setCount(items.length)
        next = read.cursor
      }
      save(items)
      const isCut = next !== undefined && items.length < atMost
      notify({
        title: `Exported ${counted(Math.min(items.length, atMost), thing)}.`,
        ...(isCut && { description: `These are the first. For all of them, use: ${command}` }),
      })
    } catch (error) {
      if (!signal.aborted) notify({ tone: "bad", title: messageOf(error) })
    }
    setCount(undefined)
  }
  return {
    run,
    stop: () => stop.current?.abort(),
    /** How many were read, while it runs. */
    count,
  }
}
