/** Says that something goes on. */
export function Pulse() {
  return (
    <span
      aria-hidden
      className="mx-0.5 inline-block size-2 shrink-0 rounded-full bg-accent motion-safe:animate-pulse"
    />
  )
}
