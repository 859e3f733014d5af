import { Button } from "../ui/button.tsx"
import { Banner } from "../ui/states.tsx"

interface MovedNoticeProps {
  readonly hasMoved: boolean
  readonly onReset: () => void
}

/** Warns that another person changed the object while a form was open. */
export function MovedNotice({ hasMoved, onReset }: MovedNoticeProps) {
  if (!hasMoved) return null
  return (
    <Banner
      actions={
        <Button onClick={onReset} size="small">
          Show the new values
        </Button>
      }
      tone="warn"
    >
      Another person has changed this. Saving changes only the fields that you edited.
    </Banner>
  )
}
