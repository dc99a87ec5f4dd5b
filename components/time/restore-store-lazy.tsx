'use client'

import dynamic from 'next/dynamic'
import { type ReactNode, useState } from 'react'
import { ChangingTexts } from '@/components/i18n/part-texts'
import { Button } from '@/components/ui/button'

const Lazy = dynamic(() => import('./restore-store').then((module) => module.RestoreStore), {
  ssr: false,
})

export interface RestoreStoreProps {
  storeId: string
  sequence: number
  /** of the button */
  label: ReactNode
}

/** The button of `RestoreStore`, which is loaded with its texts when it is asked for. */
export function RestoreStore({ storeId, sequence, label }: RestoreStoreProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{label}</Button>
      {isOpen ? (
        <ChangingTexts>
          <Lazy storeId={storeId} sequence={sequence} onClose={() => setOpen(false)} />
        </ChangingTexts>
      ) : null}
    </>
  )
}
