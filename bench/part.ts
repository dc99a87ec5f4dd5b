import type { Ground } from './ground'
import type { Row } from './measure'

/**
 * A part of the bench in two sizes, published and smoke (seconds), run by the same code, so that
 * `npm test` sees that it works.
 */
export interface Part {
  full: (ground: Ground) => Promise<Row[]>
  smoke: (ground: Ground) => Promise<Row[]>
}

/** A part with both its sizes side by side: the compiler requires both. */
export function part<Sizes>(
  sizes: { full: Sizes; smoke: Sizes },
  rows: (sizes: Sizes, ground: Ground) => Promise<Row[]>,
): Part {
  return {
    full: (ground) => rows(sizes.full, ground),
    smoke: (ground) => rows(sizes.smoke, ground),
  }
}
