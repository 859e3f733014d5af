import { type ComponentProps, useState } from "react"
import { buttonClass } from "./button.tsx"
import { classNames } from "./class-names.ts"
import css from "./field.module.css"
import { Icon } from "./icon.tsx"

/** A password, hidden until the person wants to see what was typed. */
export function PasswordInput(props: Omit<ComponentProps<"input">, "type">) {
  const [isVisible, setVisible] = useState(false)
  return (
    <div className={css.password}>
      <input
        spellCheck={false}
        {...props}
        className={classNames(css.input, props.className)}
        type={isVisible ? "text" : "password"}
      />
      <button
        aria-pressed={isVisible}
        className={classNames(buttonClass("quiet"), css.eye)}
        onClick={() => setVisible(!isVisible)}
        title={isVisible ? "Hide password" : "Show password"}
        type="button"
      >
        <Icon name={isVisible ? "eyeOff" : "eye"} />
        <span className="visually-hidden">Show password</span>
      </button>
    </div>
  )
}
