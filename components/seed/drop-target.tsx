'use client'

import { useRouter } from 'next/navigation'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { keepDropped } from './dropped'
import { droppedFiles } from './seed-files'
import { useFileDrop } from './use-file-drop'

/** A page on which files may be dropped anywhere: they are taken to where the store is seeded. */
export function DropTarget({ storeId, children }: { storeId: string; children: ReactNode }) {
  const t = useTranslations('Seed')
  const router = useRouter()
  const isOver = useFileDrop((transfer) => {
    keepDropped(droppedFiles(transfer))
    router.push(`/stores/${storeId}/seed`)
  })
  return (
    <>
      {children}
      {isOver ? (
        <div className="pointer-events-none fixed inset-2 z-30 grid place-items-center rounded-lg border-2 border-dashed border-accent bg-page/80 text-lg">
          {t('dropHere')}
        </div>
      ) : null}
    </>
  )
}
