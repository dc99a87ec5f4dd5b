/** Lines of a text, from 1, both ends inclusive. */
export interface LineRange {
  from: number
  to: number
}

/** The lines that a URL's fragment names: `#L7`, or `#L10-L20` in either order; null: none. */
export function lineRange(hash: string): LineRange | null {
  const [, first, last = first] = /^#L(\d{1,7})(?:-L?(\d{1,7}))?$/.exec(hash) ?? []
  if (first === undefined || last === undefined) return null
  const [from, to] = [Number(first), Number(last)].toSorted((one, other) => one - other)
  return from && to ? { from, to } : null
}

/** The URL fragment that names these lines; a single line when both are equal. */
export function lineHash(one: number, other: number): string {
  const [from, to] = [Math.min(one, other), Math.max(one, other)]
  return from === to ? `#L${from}` : `#L${from}-L${to}`
}
