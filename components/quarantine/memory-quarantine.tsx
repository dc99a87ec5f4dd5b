import 'server-only'
import { cache } from 'react'
import { database } from '@/lib/db/open-database'
import { changesetQuarantines } from '@/lib/store/quarantine/quarantines'
import { HunkQuarantine } from './hunk-quarantine'

/** Read once a request, for all memories of the page. */
const ofChangeset = cache((changesetId: string) => changesetQuarantines(database(), changesetId))

export interface MemoryQuarantineProps {
  storeId: string
  changesetId: string
  memoryId: string
}

/**
 * Shows whether a memory of a changeset is in quarantine, with the button to put it there or
 * release it.
 */
export async function MemoryQuarantine({ storeId, changesetId, memoryId }: MemoryQuarantineProps) {
  const found = (await ofChangeset(changesetId)).get(memoryId)
  if (!found) return null
  return (
    <HunkQuarantine
      storeId={storeId}
      memoryId={memoryId}
      versionId={found.firstVersionId}
      quarantine={found.quarantine}
    />
  )
}
