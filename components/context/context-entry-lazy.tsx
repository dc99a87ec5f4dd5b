'use client'

import dynamic from 'next/dynamic'
import { ContextTexts } from '@/components/i18n/part-texts'
import type { ContextEntryProps } from './context-entry'

const Lazy = dynamic(() => import('./context-entry').then((module) => module.ContextEntry))

/** `ContextEntry`, loaded with the first: most sessions have none. */
export function ContextEntry(props: ContextEntryProps) {
  return (
    <ContextTexts>
      <Lazy {...props} />
    </ContextTexts>
  )
}
