import type { Database } from '@/lib/db/database'
import { mountNames, mountStem } from '@/lib/text/mount-name'
import { parseStoreSettings } from '../model/store-settings'
import {
  type AddressedRow,
  addressedStores,
  countSeen,
  countWithStem,
  oldestWithStems,
  stemsOf,
  storesWithStem,
} from './sql/named-stores'

/**
 * Stores by the directories under which agents address them (lib/text/mount-name.ts), found one by
 * one: each lookup goes by an index, however many stores there are.
 */

/** The ids of the stores that a caller sees; null: it sees all. */
export type Seen = readonly string[] | null

export interface MountedStore {
  id: string
  name: string
  /** its directory among the stores that the caller sees */
  mount: string
  isArchived: boolean
  /** bytes that a memory may hold at most */
  maxContentBytes: number
}

/**
 * The store that a caller addresses: by its id, by its directory, or by its name if no other has it.
 * Null: none, or several of that name.
 */
export async function mountedStore(
  db: Database,
  wanted: string,
  seen: Seen,
): Promise<MountedStore | null> {
  const byMount = async () => (await rowOfMount(db, wanted, seen)) ?? rowOfName(db, wanted, seen)
  const row = (await rowOfId(db, wanted, seen)) ?? (await byMount())
  const [store = null] = row ? await mounted(db, [row], seen) : []
  return store
}

/** The stores that a caller sees, the oldest first: all, or so many from an id on. */
export async function mountedStores(
  db: Database,
  seen: Seen,
  { from = null, limit = null }: { from?: string | null; limit?: number | null } = {},
): Promise<MountedStore[]> {
  if (seen?.length === 0) return []
  const rows = await addressedStores(db.read, seen, { from, limit })
  const isAll = from === null && (limit === null || rows.length < limit)
  if (!isAll) return mounted(db, rows, seen)
  const names = mountNames(rows.map(({ name }) => name))
  return rows.map((row, at) => storeAt(row, names[at] ?? row.mountStem))
}

/** Those of these ids that a caller sees. */
export async function mountedStoresOf(
  db: Database,
  ids: readonly string[],
  seen: Seen,
): Promise<MountedStore[]> {
  const rows = await Promise.all([...new Set(ids)].map((id) => rowOfId(db, id, seen)))
  return mounted(
    db,
    rows.filter((row) => row !== undefined),
    seen,
  )
}

/** Counts the stores that a caller sees. */
export async function countMounted(db: Database, seen: Seen): Promise<number> {
  return seen?.length === 0 ? 0 : countSeen(db.read, seen)
}

/** The stores of these rows. Only one that shares its stem with an older one is looked up by itself. */
async function mounted(
  db: Database,
  rows: readonly AddressedRow[],
  seen: Seen,
): Promise<MountedStore[]> {
  if (rows.length === 0) return []
  const stems = [...new Set(rows.map(({ mountStem: stem }) => stem))]
  const oldest = new Set(await oldestWithStems(db.read, seen, stems))
  return Promise.all(
    rows.map(async (row) =>
      storeAt(row, oldest.has(row.id) ? row.mountStem : await numberedMount(db, row, seen)),
    ),
  )
}

function storeAt(row: AddressedRow, mount: string): MountedStore {
  const { id, name, archivedAt, settings } = row
  const { maxContentBytes } = parseStoreSettings(settings)
  return { id, name, mount, isArchived: archivedAt !== null, maxContentBytes }
}

async function rowOfId(db: Database, id: string, seen: Seen): Promise<AddressedRow | undefined> {
  if (seen !== null && !seen.includes(id)) return undefined
  const [row] = await addressedStores(db.read, [id], { from: null, limit: 1 })
  return row
}

async function rowOfMount(
  db: Database,
  mount: string,
  seen: Seen,
): Promise<AddressedRow | undefined> {
  const first = await rowAt(db, mount, seen, 0)
  if (first) return first
  const numbered = /^(.+)-([1-9]\d*)$/.exec(mount)
  if (!numbered) return undefined
  const [, stem = '', digits] = numbered
  const place = await placeOfNumber(db, stem, seen, Number(digits))
  return place === null ? undefined : rowAt(db, stem, seen, place)
}

/** The store with a stem that comes after so many older ones. */
async function rowAt(
  db: Database,
  stem: string,
  seen: Seen,
  offset: number,
): Promise<AddressedRow | undefined> {
  const [row] = await storesWithStem(db.read, seen, { stem, name: null, offset, limit: 1 })
  return row
}

async function rowOfName(
  db: Database,
  name: string,
  seen: Seen,
): Promise<AddressedRow | undefined> {
  const wanted = { stem: mountStem(name), name, offset: 0, limit: 2 }
  const [row, ...others] = await storesWithStem(db.read, seen, wanted)
  return others.length === 0 ? row : undefined
}

async function numberedMount(db: Database, row: AddressedRow, seen: Seen): Promise<string> {
  const { id, mountStem: stem } = row
  const place = await countWithStem(db.read, seen, { stem, before: id })
  let at = 0
  for await (const number of freeNumbers(db, stem, seen)) {
    if (++at === place) return `${stem}-${number}`
  }
  return id
}

/** Counts the stores of a stem that are older than the one with this number; null: none has it. */
async function placeOfNumber(
  db: Database,
  stem: string,
  seen: Seen,
  wanted: number,
): Promise<number | null> {
  const others = (await countWithStem(db.read, seen, { stem, before: null })) - 1
  if (others < 1) return null
  let place = 0
  for await (const number of freeNumbers(db, stem, seen)) {
    place++
    if (number === wanted) return place
    if (number > wanted || place >= others) return null
  }
  return null
}

/** Numbers looked up per statement: there are seldom several stores of one name. */
const NUMBERS_PER_STATEMENT = 20

/** The numbers, from 2 on, that make no other store's own stem. */
async function* freeNumbers(db: Database, stem: string, seen: Seen): AsyncGenerator<number> {
  for (let from = 2; ; from += NUMBERS_PER_STATEMENT) {
    const numbers = Array.from({ length: NUMBERS_PER_STATEMENT }, (_, at) => from + at)
    const own = new Set(
      await stemsOf(
        db.read,
        seen,
        numbers.map((each) => `${stem}-${each}`),
      ),
    )
    for (const number of numbers) if (!own.has(`${stem}-${number}`)) yield number
  }
}
