'use client'

import dynamic from 'next/dynamic'
import { ChangingTexts } from '@/components/i18n/changing-texts'
import type { RestoreStoreProps } from './restore-store'

const Lazy = dynamic(() => import('./restore-store').then((module) => module.RestoreStore))

/** `RestoreStore`, loaded with its texts on pages of the past. */
export function RestoreStore(props: RestoreStoreProps) {
  return (
    <ChangingTexts>
      <Lazy {...props} />
    </ChangingTexts>
  )
}
