import type { Row } from './measure'

/**
 * A part of the bench in two sizes, published and smoke (seconds), run by the same code, so that
 * `npm test` sees that it works.
 */
export interface Part {
  full: () => Promise<Row[]>
  smoke: () => Promise<Row[]>
}

/** A part with both its sizes side by side: the compiler requires both. */
export function part<Sizes>(
  sizes: { full: Sizes; smoke: Sizes },
  rows: (sizes: Sizes) => Promise<Row[]>,
): Part {
  return { full: () => rows(sizes.full), smoke: () => rows(sizes.smoke) }
}
