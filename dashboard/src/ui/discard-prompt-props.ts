export interface DiscardPromptProps {
  readonly isOpen: boolean
  readonly title: string
  readonly text: string
  /** The button that loses it. */
  readonly action: string
  readonly onKeep: () => void
  readonly onDiscard: () => void
}
