'use client'

import { Eye, EyeOff } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'

export interface ClearSwitchProps {
  /** whether all lines could be scanned: what could not be is not shown at all */
  isScanned: boolean
  isInClear: boolean
  onChange: (isInClear: boolean) => void
}

/** Says that secrets are masked in a write, and shows them in clear once somebody asks to see them. */
export function ClearSwitch({ isScanned, isInClear, onChange }: ClearSwitchProps) {
  const t = useTranslations('Approval')
  return (
    <p className="flex flex-wrap items-center gap-x-2 border-b border-line px-3 py-1 text-xs text-ink-2">
      <span className="min-w-0 flex-1">{t(isScanned ? 'masked' : 'notScanned')}</span>
      <Button
        variant="quiet"
        size="small"
        aria-pressed={isInClear}
        onClick={() => onChange(!isInClear)}
      >
        {isInClear ? <EyeOff size={13} aria-hidden /> : <Eye size={13} aria-hidden />}
        {t('inClear')}
      </Button>
    </p>
  )
}
