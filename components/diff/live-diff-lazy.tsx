'use client'

import dynamic from 'next/dynamic'
import { DiffTexts } from '@/components/i18n/part-texts'
import type { LiveDiffProps } from './live-diff'

const Lazy = dynamic(() => import('./live-diff').then((module) => module.LiveDiff))

/** `LiveDiff`, loaded with its texts when a difference is opened. */
export function LiveDiff(props: LiveDiffProps) {
  return (
    <DiffTexts>
      <Lazy {...props} />
    </DiffTexts>
  )
}
