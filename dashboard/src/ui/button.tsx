import type { ComponentProps } from "react"
import css from "./button.module.css"
import { classNames } from "./class-names.ts"
import { Icon } from "./icon.tsx"
import type { IconName } from "./icons.ts"

export type ButtonVariant = "default" | "primary" | "danger" | "quiet"

interface ButtonProps extends ComponentProps<"button"> {
  readonly variant?: ButtonVariant
  readonly size?: "normal" | "small"
  readonly icon?: IconName
  /** Shows that the action runs, and prevents a second one. */
  readonly isBusy?: boolean
}

export function Button({ variant = "default", size, icon, isBusy = false, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={isBusy || undefined}
      className={classNames(buttonClass(variant, size), rest.className)}
      disabled={rest.disabled || isBusy}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  )
}

/** The look of a button, for links. */
export function buttonClass(variant: ButtonVariant = "default", size: "normal" | "small" = "normal"): string {
  return classNames(css.button, css[variant], size === "small" && css.small)
}

interface IconButtonProps extends Omit<ComponentProps<"button">, "children"> {
  readonly icon: IconName
  readonly label: string
  readonly size?: "normal" | "small"
}

/** A button without text. Its label is its name and its tooltip. */
export function IconButton({ icon, label, size = "normal", ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      className={classNames(css.button, css.icon, size === "small" && css.small, rest.className)}
      title={label}
    >
      <Icon name={icon} />
    </button>
  )
}
