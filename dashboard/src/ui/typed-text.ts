import { type FocusEvent, useEffect, useRef } from "react"
import { holdUnsaved } from "./unsaved.ts"

type TextField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

interface Typed {
  /** The text of each field when it was first entered. */
  readonly before: Map<TextField, string>
  /** A field may also change because the object did. */
  isByHand: boolean
}

/**
 * Whether a person has typed something into the fields of a dialog that is not what was there before. It reads the page
 * itself, so that no form can forget to report its edits.
 */
export function useTypedText(isWatched: boolean) {
  const typed = useRef<Typed>({ before: new Map(), isByHand: false })
  useEffect(() => {
    if (!isWatched) return undefined
    const { current } = typed
    const end = holdUnsaved({ loss: "edits", isDialog: true, isUnsaved: () => isEdited(current) })
    return () => {
      end()
      current.before.clear()
      current.isByHand = false
    }
  }, [isWatched])
  return {
    isEdited: () => isEdited(typed.current),
    /** For the element around the fields. */
    watch: {
      onFocus({ target }: FocusEvent) {
        const { before } = typed.current
        if (isTextField(target) && !before.has(target)) before.set(target, target.value)
      },
      onInput() {
        typed.current.isByHand = true
      },
    },
  }
}

function isEdited({ before, isByHand }: Typed): boolean {
  return isByHand && [...before].some(([field, text]) => field.isConnected && field.value !== text)
}

function isTextField(target: Element): target is TextField {
  if (target instanceof HTMLInputElement) return !["checkbox", "radio", "search"].includes(target.type)
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}
