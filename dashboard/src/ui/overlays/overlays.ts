/** Everything that opens above a page, in one file: its parts share most of their code. */
export { DialogPopup } from "./dialog-popup.tsx"
export { DiscardPopup } from "./discard-popup.tsx"
export { FilterPopup } from "./filter-popup.tsx"
export { MenuPopup } from "./menu-popup.tsx"
export { MultiSelectInput } from "./multi-select-input.tsx"
export { PanelPopup } from "./panel-popup.tsx"
export { PopoverPopup } from "./popover-popup.tsx"
export { ToastList } from "./toast-list.tsx"
