/** Covers the page while files are dragged over it, and says what a drop does. */
export function DropOverlay({ text }: { text: string }) {
  return (
    <div className="pointer-events-none fixed inset-2 z-30 grid place-items-center rounded-dialog border-2 border-dashed border-accent bg-sheet/80 text-lg">
      {text}
    </div>
  )
}
