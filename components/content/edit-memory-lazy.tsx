'use client'

import dynamic from 'next/dynamic'
import { ChangingTexts } from '@/components/i18n/changing-texts'
import type { EditMemoryProps } from './edit-memory'

const Lazy = dynamic(() => import('./edit-memory').then((module) => module.EditMemory))

/** `EditMemory`, loaded on demand with its texts: no page needs it for reading. */
export function EditMemory(props: EditMemoryProps) {
  return (
    <ChangingTexts>
      <Lazy {...props} />
    </ChangingTexts>
  )
}
