'use client'

import { ShieldBan } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { useTranslations } from 'use-intl'
import { MenuButton } from '@/components/ui/menu'
import { useToast } from '@/components/ui/toast'
import { useQuarantine } from './use-quarantine'

export interface QuarantineItemProps {
  storeId: string
  memoryId: string
  /** the changeset's first version of the memory: agents are served what stood before it */
  versionId: string
  /** null: it is in none */
  quarantine: { reason: string } | null
}

/** Puts the memory of some hunks in quarantine, or releases it: an item of their menu. */
export function QuarantineItem({ storeId, memoryId, versionId, quarantine }: QuarantineItemProps) {
  const t = useTranslations('Quarantine')
  const showToast = useToast()
  const { isBusy, why, put, release } = useQuarantine()
  const from = { storeId, memoryId, versionId, reason: quarantine?.reason ?? '' }
  const tell = useEffectEvent((text: string) => showToast({ text }))
  // Its menu is closed by then.
  useEffect(() => {
    if (why !== null) tell(why)
  }, [why])
  return (
    <MenuButton
      Icon={ShieldBan}
      onSelect={() => {
        if (isBusy) return
        if (quarantine === null) put(from)
        else release(from)
      }}
    >
      {quarantine === null ? t('run') : t('release')}
    </MenuButton>
  )
}
