'use client'

import dynamic from 'next/dynamic'
import { EditingTexts } from '@/components/i18n/part-texts'
import type { EditMemoryProps } from './edit-memory'

const Lazy = dynamic(() => import('./edit-memory').then((module) => module.EditMemory))

/** `EditMemory`, loaded on demand with its texts: no page needs it for reading. */
export function EditMemory(props: EditMemoryProps) {
  return (
    <EditingTexts>
      <Lazy {...props} />
    </EditingTexts>
  )
}
