import { Menu as Base } from "@base-ui/react/menu"
import { classNames } from "../class-names.ts"
import { Icon } from "../icon.tsx"
import css from "../menu.module.css"
import type { MenuItem, MenuProps } from "../menu-item.ts"

/** The menu itself, open when it is first shown. */
export function MenuPopup({ trigger, items, align = "end" }: MenuProps) {
  return (
    <Base.Root defaultOpen>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} className={css.positioner} collisionPadding={8} sideOffset={4}>
          <Base.Popup className={css.popup}>
            {items.map((item, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: The items of a menu never move.
              <Entry item={item} key={index} />
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function Entry({ item }: { readonly item: MenuItem }) {
  const { label, icon, note, tone, isDisabled = false, startsGroup = false, onSelect } = item
  return (
    <>
      {startsGroup && <Base.Separator className={css.separator} />}
      <Base.Item className={classNames(css.item, tone && css[tone])} disabled={isDisabled} onClick={onSelect}>
        {icon && <Icon name={icon} />}
        {label}
        {note && <span className={css.note}>{note}</span>}
      </Base.Item>
    </>
  )
}
