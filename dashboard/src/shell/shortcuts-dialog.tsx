import { Dialog } from "../ui/dialog.tsx"
import { administration, work } from "./entries.ts"
import css from "./shortcuts-dialog.module.css"

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

const general: readonly (readonly [readonly string[], string])[] = [
  [[isApple ? "⌘ K" : "Ctrl K"], "Search everything and jump"],
  [["/"], "Search this page, or everything if it has no search"],
  [["?"], "This list"],
  [["Esc"], "Close a dialog or menu"],
  [["j", "k"], "Next and previous key of the list"],
  [["x"], "Select that key"],
  [["Enter ↵"], "Open that key"],
  [["← →"], "Move through a chart or tabs that have the focus"],
  [["↑ ↓"], "Choose a part of a bar"],
  [["Enter"], "Open the log of a bar"],
  [["Shift ← →"], "Choose several bars; Enter zooms"],
]

/** Every shortcut of the keyboard. */
export default function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const pages = [...work, ...administration].flatMap(({ label, letter }) =>
    letter === undefined ? [] : [[[`g ${letter}`], label] as const],
  )
  return (
    <Dialog isOpen onClose={onClose} title="Keyboard shortcuts">
      <dl className={css.list}>
        {[...general, ...pages].map(([keys, meaning]) => (
          <div className={css.row} key={meaning}>
            <dt>
              {keys.map((key) => (
                <kbd className={css.key} key={key}>
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
