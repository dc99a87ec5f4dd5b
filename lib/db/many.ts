import { chunked } from '@/lib/text/lists'
import { padded, turn } from './index'

/** Reading much: some rows a statement. */

/**
 * The rows of many values, each value once and some hundred a statement. `signal`: for a caller that
 * leaves; rejects with its reason.
 */
export async function rowsOf<Value, Row>(
  values: Iterable<Value>,
  read: (some: Value[]) => Promise<Row[]>,
  { size = 200, signal }: { size?: number; signal?: AbortSignal | undefined } = {},
): Promise<Row[]> {
  const found: Row[][] = []
  for (const some of chunked([...new Set(values)], size)) {
    signal?.throwIfAborted()
    found.push(await read(padded(some)))
  }
  return found.flat()
}

/**
 * Pages of rows, each read after the last row of the one before, up to one that is not full. `signal`: for
 * a caller that leaves; rejects with its reason.
 */
export async function* pagesOf<Row>(
  size: number,
  read: (last: Row | undefined, size: number) => Promise<Row[]>,
  signal?: AbortSignal,
): AsyncGenerator<Row[]> {
  for (let rows: Row[] = []; ;) {
    await turn(signal)
    rows = await read(rows.at(-1), size)
    if (rows.length > 0) yield rows
    if (rows.length < size) return
  }
}

/** What a reader of texts holds of them: hundreds of slow ones may hold as much each. */
const TEXT_BYTES = 1_048_576

/** Rows in parts that have so many bytes of text at most, or one row: their texts are read part by part. */
export function* partsToRead<Row extends { size: number | null }>(
  rows: readonly Row[],
): Generator<Row[]> {
  let part: Row[] = []
  let bytes = 0
  for (const row of rows) {
    bytes += row.size ?? 0
    if (bytes > TEXT_BYTES && part.length > 0) {
      yield part
      part = []
      bytes = row.size ?? 0
    }
    part.push(row)
  }
  if (part.length > 0) yield part
}

/** A store's numbers after one, up to another, in conditions that look through as many as a turn may take. */
export function* numbersBetween(
  after: number,
  upTo: number,
): Generator<{ gt: number; lte: number }> {
  for (let gt = after; gt < upTo; gt += NUMBERS_A_STATEMENT) {
    yield { gt, lte: Math.min(upTo, gt + NUMBERS_A_STATEMENT) }
  }
}

const NUMBERS_A_STATEMENT = 2_000
