/**
 * A reader's position in a conversation: its end, or a distance in pixels below the top of a row.
 */
export type ReadingPlace = 'end' | { row: string; below: number }

const keyOf = (sessionId: string) => `conversation ${sessionId}`

/** The rows of a conversation carry their ids in this attribute. */
const ROWS = '[data-row]'

/** Remembers the place for as long as the tab is open. */
export function keepPlace(sessionId: string, scroller: HTMLElement, isAtEnd: boolean): void {
  const place: ReadingPlace | null = isAtEnd ? 'end' : placeIn(scroller)
  if (place === null) return
  try {
    sessionStorage.setItem(keyOf(sessionId), JSON.stringify(place))
  } catch {
    // Without storage a conversation opens at its end.
  }
}

/** Scrolls to a place below the conversation's end; answers whether its row is there. */
export function goToPlace(scroller: HTMLElement, place: Exclude<ReadingPlace, 'end'>): boolean {
  const row = rowIn(scroller, place.row)
  if (row) scroller.scrollTop += topWithin(scroller, row) + place.below
  return row !== null
}

/** The row of an entry; null: it is not loaded. */
export function rowIn(scroller: HTMLElement, id: string): HTMLElement | null {
  return scroller.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)
}

/** Runs a change that adds rows, and leaves what is being read where it is on the screen. */
export function keepStill(scroller: HTMLElement, change: () => void): void {
  const row = firstRowIn(scroller, ':not([data-gap])')
  const top = row && topWithin(scroller, row)
  // The browser would hold on to the row that gives way.
  scroller.style.overflowAnchor = 'none'
  change()
  if (row?.isConnected && top !== null) scroller.scrollTop += topWithin(scroller, row) - top
  requestAnimationFrame(() => (scroller.style.overflowAnchor = ''))
}

function placeIn(scroller: HTMLElement): ReadingPlace | null {
  const first = firstRowIn(scroller)
  if (!first?.dataset.row) return null
  return { row: first.dataset.row, below: -topWithin(scroller, first) }
}

/** The first row that is in sight, at least in part. */
function firstRowIn(scroller: HTMLElement, which = ''): HTMLElement | null {
  const rows = [...scroller.querySelectorAll<HTMLElement>(ROWS + which)]
  return rows.find((row) => topWithin(scroller, row) + row.offsetHeight > 0) ?? null
}

/** The place where the reader left a conversation; null: none is known. */
export function keptPlace(sessionId: string): ReadingPlace | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(sessionId)) ?? 'null')
    return isPlace(kept) ? kept : null
  } catch {
    return null
  }
}

function isPlace(kept: unknown): kept is ReadingPlace {
  if (kept === 'end') return true
  if (typeof kept !== 'object' || kept === null) return false
  return (
    'row' in kept &&
    typeof kept.row === 'string' &&
    'below' in kept &&
    typeof kept.below === 'number'
  )
}

const topWithin = (scroller: HTMLElement, row: Element) =>
  row.getBoundingClientRect().top - scroller.getBoundingClientRect().top
