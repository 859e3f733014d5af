import { type IconName, icons } from "./icons.ts"

/** Decoration beside a text. A control without text needs a label of its own. */
export function Icon({ name, size = 16 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      aria-hidden="true"
      fill="none"
      height={size}
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth={name === "more" || name === "nodes" ? 1.8 : 1.4}
      viewBox="0 0 16 16"
      width={size}
    >
      <path d={icons[name]} />
    </svg>
  )
}
