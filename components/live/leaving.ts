/** Asked before the page gives way to another; null: nothing would be lost. */
let asks: ((to: Destination) => void) | null = null

/** An address, or what leads elsewhere. */
type Destination = string | (() => void)

/** What asks while the page has something to lose; null: nothing any more. */
export function asksBefore(leaving: typeof asks): void {
  asks = leaving
}

/** Whether the page may give way at once; else it does once the person says so. */
export function mayLeave(to: Destination): boolean {
  asks?.(to)
  return asks === null
}
