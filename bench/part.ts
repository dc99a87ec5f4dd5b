import type { Ground } from './ground'
import type { Row } from './row'

/** A size of a part in full, and in small, where a part takes seconds (`npm test`). */
type Size = readonly [full: unknown, small: unknown]

type Chosen<Sizes> = {
  [Name in keyof Sizes]: Sizes[Name] extends Size ? Sizes[Name][number] : never
}

/** The sizes that `npm run bench -- <part> --<size>=<number or numbers>` sets, by name. */
export type Given = Readonly<Record<string, string>>

/** A part of the bench: measures on a ground and answers rows of the table. */
export type Part = (ground: Ground, given?: Given) => Promise<Row[]>

/** A part by its sizes and what it measures in them; both forms are run by the same code. */
export function part<Sizes extends Record<string, Size>>(
  sizes: Sizes,
  measure: (sizes: Chosen<Sizes>, ground: Ground) => Promise<Row[]>,
): Part {
  return (ground, given = {}) => {
    const chosen = Object.entries(sizes).map(([name, [full, small]]) => [
      name,
      ground.isSmall ? small : parsed(given[name], full),
    ])
    return measure(Object.fromEntries(chosen) as Chosen<Sizes>, ground)
  }
}

function parsed(given: string | undefined, full: unknown): unknown {
  if (given === undefined) return full
  return Array.isArray(full) ? given.split(',').map(Number) : Number(given)
}
