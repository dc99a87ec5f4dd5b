/** Asked before the page gives way to another; null: nothing would be lost. */
let asks: ((to: Destination) => void) | null = null

/** An address, or what leads elsewhere. */
type Destination = string | (() => void)

/** What asks while the page has something to lose; null: nothing any more. */
export function asksBefore(leaving: typeof asks): void {
  asks = leaving
}

/** How often the reader set out for another page: it may come much later. */
let leavings = 0

/** Whether the page may give way at once; else it does once the person says so. */
export function mayLeave(to: Destination): boolean {
  asks?.(to)
  if (asks === null) leavings += 1
  return asks === null
}

/** Leads elsewhere, at once or once the person says so. */
export function leaveBy(go: () => void): void {
  if (mayLeave(go)) go()
}

/** Tells later whether the reader is still on this page, and on the way to no other. */
export function staysHere(): () => boolean {
  const { pathname } = window.location
  const before = leavings
  return () => window.location.pathname === pathname && leavings === before
}
