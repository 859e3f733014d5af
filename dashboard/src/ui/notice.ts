export interface Notice {
  readonly title: string
  readonly description?: string
  readonly tone?: "bad"
  readonly action?: { readonly label: string; readonly onSelect: () => void }
}
