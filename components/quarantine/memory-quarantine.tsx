import 'server-only'
import { ShieldBan } from 'lucide-react'
import { cache } from 'react'
import { texts } from '@/components/i18n/server-texts'
import { Badge } from '@/components/ui/badge'
import { database } from '@/lib/db/open-database'
import { changesetQuarantines } from '@/lib/store/quarantine/quarantines'
import { QuarantineItem } from './quarantine-item'

/** Read once a request, for all memories of the page. */
const ofChangeset = cache((changesetId: string) => changesetQuarantines(database(), changesetId))

export interface MemoryOfChangeset {
  changesetId: string
  memoryId: string
}

/** Marks a memory of a changeset that is in quarantine. */
export async function QuarantineMark({ changesetId, memoryId }: MemoryOfChangeset) {
  const found = (await ofChangeset(changesetId)).get(memoryId)
  if (!found?.quarantine) return null
  const t = await texts()
  return (
    <Badge tone="caution" Icon={ShieldBan}>
      {t('Quarantine.mark')}
    </Badge>
  )
}

/** The item of a menu that puts a memory of a changeset in quarantine, or releases it. */
export async function MemoryQuarantine({
  storeId,
  changesetId,
  memoryId,
}: MemoryOfChangeset & { storeId: string }) {
  const found = (await ofChangeset(changesetId)).get(memoryId)
  if (!found) return null
  return (
    <QuarantineItem
      storeId={storeId}
      memoryId={memoryId}
      versionId={found.firstVersionId}
      quarantine={found.quarantine}
    />
  )
}
