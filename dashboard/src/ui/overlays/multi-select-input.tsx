import { Combobox as Base } from "@base-ui/react/combobox"
import { Icon } from "../icon.tsx"
import css from "../multi-select.module.css"
import type { MultiSelectProps, Option } from "../multi-select-props.ts"

/** Any number of values, found by typing. What is chosen stands as chips before the text. */
export function MultiSelectInput(props: MultiSelectProps) {
  const {
    value,
    onChange,
    options,
    search,
    onSearch,
    newNote,
    emptyText,
    show = String,
    placeholder,
    ...control
  } = props
  const typed = search.trim()
  const isNew = newNote !== undefined && typed !== "" && ![...options.map((one) => one.value), ...value].includes(typed)
  const found: readonly Option[] = isNew ? [...options, { value: typed, note: newNote }] : options
  return (
    <Base.Root
      autoHighlight
      filter={null}
      inputValue={search}
      items={found.map((option) => option.value)}
      multiple
      onInputValueChange={onSearch}
      onValueChange={(chosen, { reason }) => {
        // Escape closes the list. It must not empty the field.
        if (reason === "escape-key") return
        onChange(chosen)
        onSearch("")
      }}
      value={[...value]}
    >
      <Base.Chips className={css.chips}>
        {value.map((one) => (
          <Base.Chip aria-label={show(one)} className={css.chip} key={one}>
            <span className={css.text}>{show(one)}</span>
            <Base.ChipRemove aria-label={`Remove ${show(one)}`} className={css.remove}>
              <Icon name="cross" size={12} />
            </Base.ChipRemove>
          </Base.Chip>
        ))}
        <Base.Input
          {...control}
          className={css.input}
          placeholder={value.length === 0 ? placeholder : undefined}
          spellCheck={false}
        />
      </Base.Chips>
      <Base.Portal>
        <Base.Positioner align="start" className={css.positioner} sideOffset={4}>
          <Base.Popup className={css.popup}>
            <Base.Empty>
              <div className={css.empty}>{emptyText}</div>
            </Base.Empty>
            <Base.List>
              {(one: string) => (
                <Base.Item className={css.item} key={one} value={one}>
                  <span className={css.mark}>
                    <Base.ItemIndicator>
                      <Icon name="check" size={14} />
                    </Base.ItemIndicator>
                  </span>
                  <span className={css.text}>{show(one)}</span>
                  <span className={css.note}>{found.find((option) => option.value === one)?.note}</span>
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
