import { useMemo, useState } from "react"
import { languageOf } from "../../portal/language.ts"
import { PortalPage } from "../../portal/portal-page.tsx"
import { useWorkspace } from "../../session.ts"
import { Card } from "../../ui/card.tsx"
import { Segmented } from "../../ui/segmented.tsx"
import { useDebounced } from "../../ui/use-debounced.ts"
import css from "./portal.module.css"
import { type PortalDraft, textsOfRows } from "./portal-draft.ts"
import { type SampleScreen, sampleApi, sampleView } from "./sample-portal.ts"

const screens = [
  { value: "keys", label: "Keys" },
  { value: "create", label: "New key" },
  { value: "usage", label: "Usage" },
  { value: "empty", label: "Empty" },
] as const

const schemes = [
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
] as const

/** The page of the portal itself, with samples, as the settings on the left make it. It is a picture: nothing in it works. */
export function PortalPreview({ draft }: { readonly draft: PortalDraft }) {
  const { name } = useWorkspace()
  const [screen, setScreen] = useState<SampleScreen>("keys")
  const [scheme, setScheme] = useState<"light" | "dark">("light")
  const view = useMemo(() => sampleView(draft, name, screen), [draft, name, screen])
  const api = useMemo(() => sampleApi(view, screen), [view, screen])
  const locale = draft.texts[0]?.locale ?? "en"
  const language = useMemo(() => languageOf(textsOfRows(draft.texts), locale), [draft.texts, locale])
  // The page decides when it opens which part it shows.
  const opening = useDebounced(`${screen} ${view.session.actions.join(" ")} ${view.permissions.length}`)
  return (
    <div className={css.preview}>
      <Card
        actions={
          <>
            <Segmented label="Screen" onChange={setScreen} options={screens} value={screen} />
            <Segmented label="Theme" onChange={setScheme} options={schemes} value={scheme} />
          </>
        }
        title="Preview"
      >
        <div aria-label="Preview of the portal" className={css.stage} data-scheme={scheme} role="img">
          <div inert>
            <PortalPage
              api={api}
              key={opening}
              language={language}
              onEnd={() => {}}
              refresh={() => Promise.resolve()}
              view={view}
            />
          </div>
        </div>
      </Card>
    </div>
  )
}
