/** The memory that a write concerned, and the version that it made; null where there is none. */
export interface WritePlace {
  memoryId: string | null
  versionId: string | null
}

/** The page of what a write concerned: the version that it made, or else the memory; null: no page. */
export function writeAddress(storeId: string, { memoryId, versionId }: WritePlace): string | null {
  if (memoryId === null) return null
  const version = versionId === null ? '' : `&version=${versionId}`
  return `/stores/${storeId}?memory=${memoryId}${version}`
}
