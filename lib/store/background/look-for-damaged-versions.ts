import type { Database } from '@/lib/db/database'
import { log } from '@/lib/log'
import { damagedVersions } from '../versions/damaged-versions'

/** Ids that are logged; the doctor names more. */
const LOGGED = 20

/** Goes through all versions and logs the damaged ones by their ids. */
export async function lookForDamagedVersions(db: Database, signal?: AbortSignal): Promise<void> {
  const ids: string[] = []
  let count = 0
  for await (const { versionId } of damagedVersions(db, signal)) {
    count++
    if (ids.length < LOGGED) ids.push(versionId)
  }
  if (count > 0)
    log.error('what is stored of versions is damaged', { count, versions: ids.join(' ') })
}
