'use client'

import { useRouter } from 'next/navigation'
import type { ReactNode } from 'react'
import { DropOverlay } from './drop-overlay'
import { keepDropped, readDrop } from './dropped'
import { useFileDrop } from './use-file-drop'

/** A page that accepts dropped files anywhere, and leads to seeding the store with them. */
export function DropTarget({
  storeId,
  text,
  children,
}: {
  storeId: string
  /** shown while files are held over the page */
  text: string
  children: ReactNode
}) {
  const router = useRouter()
  const isOver = useFileDrop((transfer) => {
    keepDropped(readDrop(transfer))
    router.push(`/stores/${storeId}/seed`)
  })
  return (
    <>
      {children}
      {isOver ? <DropOverlay text={text} /> : null}
    </>
  )
}
