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

/** Whether agents are kept from a memory of a changeset, and the way in or out. */
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
