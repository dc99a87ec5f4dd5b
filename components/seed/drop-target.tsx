'use client'

import { useRouter } from 'next/navigation'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { DropOverlay } from './drop-overlay'
import { keepDropped, readDrop } from './dropped'
import { useFileDrop } from './use-file-drop'

/** A page that accepts dropped files anywhere, and leads to seeding the store with them. */
export function DropTarget({ storeId, children }: { storeId: string; children: ReactNode }) {
  const t = useTranslations('Seed')
  const router = useRouter()
  const isOver = useFileDrop((transfer) => {
    keepDropped(readDrop(transfer))
    router.push(`/stores/${storeId}/seed`)
  })
  return (
    <>
      {children}
      {isOver ? <DropOverlay text={t('dropHere')} /> : null}
    </>
  )
}
