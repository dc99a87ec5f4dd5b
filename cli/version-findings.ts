import { database } from '@/lib/db/open-database'
import {
  damagedVersions,
  type DamagedVersion,
  newestWholeVersion,
} from '@/lib/store/versions/damaged-versions'

/** Damaged versions that are named; the rest is counted. */
const NAMED = 50

/** Lists faults of stored versions, and the repairs, a line each; empty if all can be read. */
export async function versionFindings(): Promise<string[]> {
  const db = database()
  const lines: string[] = []
  let count = 0
  try {
    for await (const damaged of damagedVersions(db)) {
      count++
      if (count <= NAMED) lines.push(await lineOf(damaged))
    }
  } finally {
    await db.close()
  }
  return count > NAMED ? [...lines, `${count - NAMED} more versions are damaged`] : lines
}

async function lineOf(damaged: DamagedVersion): Promise<string> {
  const { storeId, memoryId, versionId, isHead } = damaged
  const words = `the version ${versionId} of ${memoryId} in ${storeId} is damaged`
  if (!isHead) return `${words}: a backup from before may have it, or it can be redacted`
  const whole = await newestWholeVersion(database(), { storeId, memoryId })
  return whole === null
    ? `${words}, and so are all before it: a backup from before may have it`
    : `${words}, and agents read it: restore ${whole.id} (v${whole.ordinal}), the newest that is whole, on its page, or a backup from before`
}
