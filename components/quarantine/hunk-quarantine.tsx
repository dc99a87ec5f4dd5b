'use client'

import { ShieldBan } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Badge } from '@/components/ui/badge'
import { classNames } from '@/components/ui/class-names'
import { Button } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { ErrorNotice } from '@/components/ui/notice'
import { useQuarantine } from './use-quarantine'

export interface HunkQuarantineProps {
  storeId: string
  memoryId: string
  /** the changeset's first version of the memory: agents are served what stood before it */
  versionId: string
  /** null: it is in none */
  quarantine: { reason: string } | null
}

/**
 * Marks the memory of some hunks if it is in quarantine, and has the button to put it there or
 * release it (`q`).
 */
export function HunkQuarantine({ storeId, memoryId, versionId, quarantine }: HunkQuarantineProps) {
  const t = useTranslations('Quarantine')
  const { isBusy, why, put, release } = useQuarantine()
  const from = { storeId, memoryId, versionId, reason: quarantine?.reason ?? '' }
  return (
    <>
      {quarantine === null ? null : (
        <Badge tone="caution" Icon={ShieldBan}>
          {t('mark')}
        </Badge>
      )}
      <Button
        variant="quiet"
        size="small"
        data-quarantine
        isBusy={isBusy}
        onClick={() => (quarantine === null ? put(from) : release(from))}
      >
        {quarantine === null ? <ShieldBan size={13} aria-hidden /> : null}
        <span className={classNames(quarantine === null && 'max-md:sr-only')}>
          {quarantine === null ? t('run') : t('release')}
        </span>{' '}
        <Kbd>Q</Kbd>
      </Button>
      {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
    </>
  )
}
