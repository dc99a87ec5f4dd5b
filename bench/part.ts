import type { Row } from './measure'

/**
 * A part of the bench in its two sizes: as it is published, and in seconds, by the same code, so that
 * `npm test` sees that it runs.
 */
export interface Part {
  full: () => Promise<Row[]>
  smoke: () => Promise<Row[]>
}

/** A part whose sizes stand in one place: the compiler asks for both. */
export function part<Sizes>(
  sizes: { full: Sizes; smoke: Sizes },
  rows: (sizes: Sizes) => Promise<Row[]>,
): Part {
  return { full: () => rows(sizes.full), smoke: () => rows(sizes.smoke) }
}
