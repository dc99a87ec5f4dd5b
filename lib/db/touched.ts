/** The keys of the rows that a transaction changed. */
export interface Touched {
  stores: Set<number>
  sessions: Set<number>
}

/** The kinds of rows in `changed_rows`. */
const STORE = 0
const SESSION = 1

/** A row of `changed_rows`, without its number. */
export interface ChangedRow {
  kind: number
  key: number
}

export function changedRows({ stores, sessions }: Touched): ChangedRow[] {
  const of = (kind: number, keys: Iterable<number>) => [...keys].map((key) => ({ kind, key }))
  return [...of(STORE, stores), ...of(SESSION, sessions)]
}

export function touchedBy(rows: readonly ChangedRow[]): Touched {
  const of = (kind: number) =>
    new Set(rows.filter((row) => row.kind === kind).map(({ key }) => key))
  return { stores: of(STORE), sessions: of(SESSION) }
}
