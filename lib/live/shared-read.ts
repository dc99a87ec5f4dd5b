import type { Database } from '@/lib/db/database'
import { perProcess } from '@/lib/per-process'

/** A read that is under way. */
interface Reading {
  value: Promise<unknown>
  /** the read that begins once this one has ended; null: nobody asked for it */
  next: Promise<unknown> | null
}

const readingOf = perProcess(
  'reads of listeners',
  () => new WeakMap<Database, Map<string, Reading>>(),
)

/**
 * Many listeners ask for the same at the same time, and share a read. It begins after each of them
 * asked, and so has all that was committed until then: a read that had begun before may lack what
 * others were told meanwhile. While one is under way, those who ask share the next.
 *
 * @param wanted names what is read, unique in the database
 */
export function sharedRead<Value>(
  db: Database,
  wanted: string,
  read: () => Promise<Value>,
): Promise<Value> {
  const all = readingOf.get(db) ?? new Map<string, Reading>()
  readingOf.set(db, all)
  const reading = all.get(wanted)
  if (!reading) return begin(all, wanted, read)
  const afterwards = () => begin(all, wanted, read)
  reading.next ??= reading.value.then(afterwards, afterwards)
  return reading.next as Promise<Value>
}

function begin<Value>(
  all: Map<string, Reading>,
  wanted: string,
  read: () => Promise<Value>,
): Promise<Value> {
  const value = read()
  const reading: Reading = { value, next: null }
  all.set(wanted, reading)
  const end = () => {
    if (reading.next === null) all.delete(wanted)
  }
  value.then(end, end)
  return value
}
