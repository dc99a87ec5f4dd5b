/** Marks what is to review, where there is no room for words. */
export function ToReviewDot({ says }: { says: string }) {
  return (
    <span className="size-1.5 shrink-0 rounded-full bg-accent" title={says}>
      <span className="sr-only">{says}</span>
    </span>
  )
}
