/** Where a reader was in a conversation: at its end, or so many pixels below a row's beginning. */
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

/** Scrolls to the remembered place; answers whether that is the conversation's end. */
export function backToPlace(sessionId: string, scroller: HTMLElement): boolean {
  const place = keptPlace(sessionId)
  if (place === null || place === 'end') return true
  const row = scroller.querySelector(`[data-row="${CSS.escape(place.row)}"]`)
  if (!row) return true
  scroller.scrollTop += topWithin(scroller, row) + place.below
  return false
}

function placeIn(scroller: HTMLElement): ReadingPlace | null {
  const first = [...scroller.querySelectorAll<HTMLElement>(ROWS)].find(
    (row) => topWithin(scroller, row) + row.offsetHeight > 0,
  )
  if (!first?.dataset.row) return null
  return { row: first.dataset.row, below: -topWithin(scroller, first) }
}

function keptPlace(sessionId: string): ReadingPlace | null {
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
