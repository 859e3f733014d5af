import css from "./nothing.module.css"

interface NothingProps {
  /** A sign, or a word such as "never". */
  readonly text?: string
  /** The meaning of a sign. */
  readonly meaning?: string
}

/** A value that is not there. It is quiet in a table, and left out of the cards on a phone. */
export function Nothing({ text = "–", meaning }: NothingProps) {
  return (
    <span className={css.nothing} data-nothing title={meaning}>
      {meaning === undefined ? (
        text
      ) : (
        <>
          <span aria-hidden="true">{text}</span>
          <span className="visually-hidden">{meaning}</span>
        </>
      )}
    </span>
  )
}
