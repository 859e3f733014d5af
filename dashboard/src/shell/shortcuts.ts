import { useNavigate, useParams } from "@tanstack/react-router"
import { useEffect, useEffectEvent, useRef } from "react"
import { isTyping } from "../ui/is-typing.ts"
import { administration, work } from "./entries.ts"

interface Shortcuts {
  readonly onPalette: () => void
  readonly onHelp: () => void
}

/** How long the letter after `g` may take. */
const pauseMs = 1_500

/** Ctrl/Cmd-K opens the palette, `/` goes to the search of the page or else to the palette, `?` the list of shortcuts, and `g` with a letter a page. */
export function useShortcuts({ onPalette, onHelp }: Shortcuts): void {
  const { workspaceId } = useParams({ strict: false })
  const navigate = useNavigate()
  const goSince = useRef(Number.NEGATIVE_INFINITY)
  const toSearch = () => {
    if (!focusSearch()) onPalette()
  }
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() === "k" && (event.metaKey || event.ctrlKey)) {
      event.preventDefault()
      onPalette()
      return
    }
    if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return
    const isAfterGo = event.timeStamp - goSince.current < pauseMs
    goSince.current = event.key === "g" ? event.timeStamp : Number.NEGATIVE_INFINITY
    const entry = isAfterGo ? [...work, ...administration].find(({ letter }) => letter === event.key) : undefined
    if (entry && workspaceId !== undefined) navigate({ to: entry.to, params: { workspaceId }, search: {} })
    else if (event.key === "/") toSearch()
    else if (event.key === "?") onHelp()
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => handle(event)
    addEventListener("keydown", onKey)
    return () => removeEventListener("keydown", onKey)
  }, [])
}

/** Puts the focus into the search of the page. False if the page has none. */
function focusSearch(): boolean {
  const searches = document.querySelectorAll<HTMLInputElement>("main input[type=search]:enabled")
  const visible = [...searches].find((search) => search.checkVisibility())
  visible?.focus()
  visible?.select()
  return visible !== undefined
}
