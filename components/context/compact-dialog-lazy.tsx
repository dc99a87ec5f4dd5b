'use client'

import dynamic from 'next/dynamic'
import { ContextTexts } from '@/components/i18n/part-texts'
import type { CompactDialogProps } from './compact-dialog'

const Lazy = dynamic(() => import('./compact-dialog').then((module) => module.CompactDialog), {
  ssr: false,
})

/** `CompactDialog`, loaded when it opens. */
export function CompactDialog(props: CompactDialogProps) {
  if (!props.isOpen) return null
  return (
    <ContextTexts>
      <Lazy {...props} />
    </ContextTexts>
  )
}
