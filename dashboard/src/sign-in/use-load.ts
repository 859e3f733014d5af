import { useEffect, useState } from "react"

export type Loaded<Data> =
  | { readonly state: "loading" }
  | { readonly state: "loaded"; readonly data: Data }
  | { readonly state: "failed"; readonly error: unknown }

/** Reads once when the page opens, and again on request. */
export function useLoad<Data>(load: () => Promise<Data>): Loaded<Data> & { readonly reload: () => Promise<void> } {
  const [loaded, setLoaded] = useState<Loaded<Data>>({ state: "loading" })
  const reload = () =>
    load().then(
      (data) => setLoaded({ state: "loaded", data }),
      (error: unknown) => setLoaded({ state: "failed", error }),
    )
  // biome-ignore lint/correctness/useExhaustiveDependencies: Every page reads one thing.
  useEffect(() => void reload(), [])
  return { ...loaded, reload }
}
