'use client'

import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { keepDropped } from './dropped'
import { droppedFiles } from './seed-files'

/** A page on which files may be dropped anywhere: they are taken to where the store is seeded. */
export function DropTarget({ storeId, children }: { storeId: string; children: ReactNode }) {
  const t = useTranslations('Seed')
  const router = useRouter()
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const isFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    const onOver = (event: DragEvent) => {
      if (!isFiles(event)) return
      event.preventDefault()
      setOver(true)
    }
    const onLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false)
    }
    const onDrop = (event: DragEvent) => {
      if (!isFiles(event) || !event.dataTransfer) return
      event.preventDefault()
      setOver(false)
      keepDropped(droppedFiles(event.dataTransfer))
      router.push(`/stores/${storeId}/seed`)
    }
    window.addEventListener('dragover', onOver)
    window.addEventListener('dragleave', onLeave)
    window.addEventListener('drop', onDrop)
    return () => {
      window.removeEventListener('dragover', onOver)
      window.removeEventListener('dragleave', onLeave)
      window.removeEventListener('drop', onDrop)
    }
  }, [router, storeId])
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
