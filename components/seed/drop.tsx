'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { mayLeave } from '@/components/live/leaving'
import { hand } from '@/components/ui/handed'
import { DropHere, useFileDrop } from './files'

/** Takes files dropped on a page of a store to what they would change there. */
export function SeedDrop({ storeId }: { storeId: string }) {
  const t = useTranslations('Store')
  const router = useRouter()
  const isOver = useFileDrop((files) => {
    const go = () => {
      hand('seed', files)
      router.push(`/stores/${storeId}/seed`)
    }
    if (mayLeave(go)) go()
  })
  return isOver ? <DropHere words={t('dropHere')} /> : null
}
