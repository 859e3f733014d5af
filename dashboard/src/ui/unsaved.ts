import { useEffect } from "react"

/** What a person would lose by leaving: typed text, or a secret that is shown only once. */
export type Loss = "edits" | "secret"

interface Holder {
  readonly loss: Loss
  /** A dialog covers the links of the page, so that only a finished dialog or Back leaves the page. */
  readonly isDialog: boolean
  readonly isUnsaved: () => boolean
}

const holders = new Set<Holder>()

/** The page warns before it is left while this is true. */
export function useUnsaved(isUnsaved: boolean, loss: Loss = "edits"): void {
  useEffect(
    () => (isUnsaved ? holdUnsaved({ loss, isDialog: false, isUnsaved: () => true }) : undefined),
    [isUnsaved, loss],
  )
}

/** Returns the end of it. */
export function holdUnsaved(holder: Holder): () => void {
  holders.add(holder)
  return () => {
    holders.delete(holder)
  }
}

/** What leaving now would lose, if anything. */
export function unsavedLoss({ withDialogs }: { readonly withDialogs: boolean }): Loss | undefined {
  const found = [...holders].filter(({ isDialog, isUnsaved }) => (withDialogs || !isDialog) && isUnsaved())
  return found.find(({ loss }) => loss === "secret")?.loss ?? found[0]?.loss
}
