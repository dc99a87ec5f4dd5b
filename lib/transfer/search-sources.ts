import { realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Database } from '@/lib/db/database'
import type { OutsidePlace } from '@/lib/store/model/redaction-receipt'
import { type OutsideInput, searchOutsideBy } from '@/lib/store/redaction/outside-search'
import { seedLocations } from '@/lib/store/seeding/seeds'
import { type DiskReach, isInReach, resolvedReach, serverReach } from './disk-reach'
import { filesBelow } from './folder-source'
import { SourceError } from './source'

/** Places that are named, of each source. */
const MAX_NAMED = 50

/**
 * Has redactions look into the folders that stores were seeded from: seeding from them again would
 * bring the text back. An archive, and what the server may not read, is only named.
 */
export function searchSources(): void {
  searchOutsideBy('sources', search)
}

async function search(db: Database, input: OutsideInput): Promise<OutsidePlace[]> {
  const reach = await resolvedReach(serverReach())
  const found: OutsidePlace[] = []
  for (const location of await seedLocations(db, input.storeIds)) {
    found.push(...(await inSource(location, reach, input)))
  }
  return found
}

async function inSource(
  location: string,
  reach: DiskReach,
  { texts, signal }: OutsideInput,
): Promise<OutsidePlace[]> {
  const place = (at: string, count: number | null): OutsidePlace => ({
    kind: 'source',
    path: at,
    found: count,
  })
  const real = await realpath(location).catch(() => null)
  if (real === null) return []
  const isLookedInto = isInReach(real, reach) && (await stat(real)).isDirectory()
  if (!isLookedInto) return [place(location, null)]
  const needles = texts.map((text) => Buffer.from(text))
  const found: OutsidePlace[] = []
  try {
    for await (const change of filesBelow(real, reach, signal)) {
      if (change.op !== 'write') continue
      const count = needles.reduce((sum, needle) => sum + occurrences(change.bytes, needle), 0)
      if (count > 0) found.push(place(path.join(real, change.path), count))
      if (found.length === MAX_NAMED) break
    }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    found.push(place(real, null))
  }
  return found
}

function occurrences(bytes: Buffer, needle: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(needle); at >= 0; at = bytes.indexOf(needle, at + 1)) count++
  return count
}
