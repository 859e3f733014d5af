import { Dialog } from "../ui/dialog.tsx"

/** Jumps to any page or object. */
export default function Palette({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog isOpen onClose={onClose} title="Search">
      <p>…</p>
    </Dialog>
  )
}
