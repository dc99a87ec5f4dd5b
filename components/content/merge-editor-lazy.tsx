'use client'

import dynamic from 'next/dynamic'
import { ChangingTexts } from '@/components/i18n/part-texts'
import type { MergeEditorProps } from './merge-editor'

const Lazy = dynamic(() => import('./merge-editor').then((module) => module.MergeEditor))

/** `MergeEditor`, loaded with its texts when two changes do not fit. */
export function MergeEditor(props: MergeEditorProps) {
  return (
    <ChangingTexts>
      <Lazy {...props} />
    </ChangingTexts>
  )
}
