import { unlessRefused } from '@/lib/refusal'
import type { Version, VersionText } from '@/lib/store/model/model'
import { getVersion, listVersions } from '@/lib/store/versions'

/** A version with its text, and whether that is what was written. */
export type ToldVersion = VersionText & { isDamaged: boolean }

/** A version; a damaged one is told as such, without its text. */
export async function readVersion(address: {
  storeId: string
  versionId: string
}): Promise<ToldVersion> {
  const whole = await unlessRefused(getVersion(address), 'version_damaged')
  if (whole) return { ...whole, isDamaged: false }
  return { ...(await getVersion(address, 'basic')), isDamaged: true }
}

type Place = Pick<Version, 'storeId' | 'memoryId' | 'sequence'>

/** The newest version of a memory before a number, however many are listed; null: there is none. */
export async function newestBefore({ storeId, memoryId, sequence }: Place) {
  const { items } = await listVersions({ storeId, memoryId, limit: 1, after: String(sequence) })
  return items[0] ?? null
}

/** The version that stood before another; null: there was none, or it had been deleted. */
export async function versionBefore(place: Place): Promise<ToldVersion | null> {
  const before = await newestBefore(place)
  if (!before || before.operation === 'deleted') return null
  return readVersion({ storeId: place.storeId, versionId: before.id })
}
