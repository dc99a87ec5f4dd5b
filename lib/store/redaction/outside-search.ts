import type { Database } from '@/lib/db/database'
import { perProcess } from '@/lib/per-process'
import type { OutsidePlace } from '../model/redaction-receipt'

export interface OutsideInput {
  texts: readonly string[]
  /** null: all stores */
  storeIds: readonly string[] | null
  signal: AbortSignal
}

/**
 * A search for redacted texts outside of the database: in folders that stores are connected to
 * (lib/connect), in those that they were seeded from (lib/transfer) and among its backups
 * (lib/backup), which this folder does not know. They exchange plain data, as they may be in
 * different bundles.
 */
export type OutsideSearch = (db: Database, input: OutsideInput) => Promise<OutsidePlace[]>

const searches = () => perProcess('outside searches', () => new Map<string, OutsideSearch>())

/** Has this search be asked by redactions of this process, in place of the former of that name. */
export function searchOutsideBy(
  name: 'folders' | 'sources' | 'backups',
  search: OutsideSearch,
): void {
  searches().set(name, search)
}

/**
 * Lists where the texts still stand outside of the database, as far as this process can look; each
 * path once.
 */
export async function searchOutside(db: Database, input: OutsideInput): Promise<OutsidePlace[]> {
  const found: OutsidePlace[] = []
  for (const search of searches().values()) found.push(...(await search(db, input)))
  // A folder that is watched may have been seeded from, too.
  const first = new Map(found.toReversed().map((place) => [place.path, place]))
  return found
    .filter((place) => first.get(place.path) === place)
    .map((place) => ({ ...place, path: withoutTexts(place.path, input.texts) }))
}

const withoutTexts = (named: string, texts: readonly string[]) =>
  texts.reduce((left, text) => left.replaceAll(text, () => '…'), named)
