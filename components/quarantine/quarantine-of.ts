import 'server-only'
import { cache } from 'react'
import { database } from '@/lib/db/open-database'
import { changesetQuarantines } from '@/lib/store/quarantine/quarantines'

/** Read once a request, for all memories of the page. */
const ofChangeset = cache((changesetId: string) => changesetQuarantines(database(), changesetId))

/** A memory of a changeset, as far as its quarantine goes. */
export interface ReviewedQuarantine {
  /** the changeset's first version of it: agents would be served what stood before */
  versionId: string
  /** null: it is in none */
  reason: string | null
}

/** Whether a memory of a changeset is in quarantine; undefined: it can be in none. */
export async function quarantineOf({
  changesetId,
  memoryId,
}: {
  changesetId: string
  memoryId: string
}): Promise<ReviewedQuarantine | undefined> {
  const found = (await ofChangeset(changesetId)).get(memoryId)
  return found && { versionId: found.firstVersionId, reason: found.quarantine?.reason ?? null }
}
