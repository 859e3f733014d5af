import { DiscardPrompt } from "../ui/discard-prompt.tsx"
import type { Loss } from "../ui/unsaved.ts"

const words = {
  edits: {
    title: "Leave without saving?",
    text: "Your changes on this page are not saved.",
    action: "Discard changes",
  },
  secret: {
    title: "Leave without storing the secret?",
    text: "This page shows a secret that cannot be shown again.",
    action: "Leave without it",
  },
} as const

interface LeavePromptProps {
  readonly loss: Loss
  readonly onLeave: () => void
  readonly onStay: () => void
}

export default function LeavePrompt({ loss, onLeave, onStay }: LeavePromptProps) {
  return <DiscardPrompt {...words[loss]} isOpen onDiscard={onLeave} onKeep={onStay} />
}
