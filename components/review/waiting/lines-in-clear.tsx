'use client'

import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ClearSwitch } from '@/components/proposals/clear-switch'

export interface LinesInClearProps {
  /** whether all lines could be scanned */
  isScanned: boolean
  /** the lines without what is secret in them */
  masked: ReactNode
  /** the same with it */
  clear: ReactNode
}

/** The lines of a write in which something is secret, masked until somebody asks to see it. */
export function LinesInClear({ isScanned, masked, clear }: LinesInClearProps) {
  const t = useTranslations('Approval')
  const [isInClear, setInClear] = useState(false)
  return (
    <div className="border-t border-line">
      <ClearSwitch
        about={t(isScanned ? 'masked' : 'notScanned')}
        isInClear={isInClear}
        onChange={setInClear}
      />
      <div className="*:first:border-t-0">{isInClear ? clear : masked}</div>
    </div>
  )
}
