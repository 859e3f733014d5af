import { errorWithin } from "../../error-messages.ts"
import { englishTexts, type TextId } from "../../portal/texts.ts"
import { Button, IconButton } from "../../ui/button.tsx"
import { Select, TextInput } from "../../ui/field.tsx"
import { Banner } from "../../ui/states.tsx"
import type { DraftProps } from "./draft-props.ts"
import css from "./portal.module.css"
import type { TextRow } from "./portal-draft.ts"

const ids = Object.keys(englishTexts) as readonly TextId[]

/** Texts in your words, or in other languages. What is not here stays English. */
export function TextFields({ draft, onChange, error }: DraftProps) {
  const { texts } = draft
  const problem = errorWithin(error, "texts")
  const change = (place: number, changed: Partial<TextRow>) =>
    onChange({ texts: texts.map((one, index) => (index === place ? { ...one, ...changed } : one)) })
  const add = () => {
    const locale = texts.at(-1)?.locale ?? "en"
    const id = ids.find((one) => !texts.some((row) => row.locale === locale && row.id === one)) ?? "keys.title"
    onChange({ texts: [...texts, { locale, id, text: englishTexts[id] }] })
  }
  return (
    <div className={css.stack}>
      <p className={css.note}>
        Every text of the page can be yours, such as the example call. Words in braces are filled in by the page. A
        language tag such as “de” serves all its regions.
      </p>
      {problem && <Banner tone="bad">{problem}</Banner>}
      {texts.map(({ locale, id, text }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: A row has no name of its own while it is edited.
        <div className={css.text} key={place}>
          <TextInput
            aria-label={`Language of text ${place + 1}`}
            maxLength={35}
            onChange={(next) => change(place, { locale: next })}
            value={locale}
          />
          <Select
            aria-label={`Which text ${place + 1} replaces`}
            onChange={(next) => change(place, { id: next, text: isEnglish(text) ? englishTexts[next] : text })}
            options={ids.map((value) => ({ value, label: value }))}
            value={isKnown(id) ? id : "keys.title"}
          />
          <TextInput
            aria-label={`Text ${place + 1}`}
            maxLength={1_000}
            onChange={(next) => change(place, { text: next })}
            value={text}
          />
          <IconButton
            icon="trash"
            label={`Remove text ${place + 1}`}
            onClick={() => onChange({ texts: texts.filter((_, index) => index !== place) })}
          />
        </div>
      ))}
      <div>
        <Button icon="plus" onClick={add}>
          Add text
        </Button>
      </div>
    </div>
  )
}

function isKnown(id: string): id is TextId {
  return id in englishTexts
}

function isEnglish(text: string): boolean {
  return ids.some((id) => englishTexts[id] === text)
}
