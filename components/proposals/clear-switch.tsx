'use client'

import { Eye, EyeOff } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'

export interface ClearSwitchProps {
  /** why something is not shown, in the reader's language */
  about: string
  isInClear: boolean
  onChange: (isInClear: boolean) => void
}

/** Says that something is not shown because it is, or may be, secret, and shows it when asked. */
export function ClearSwitch({ about, isInClear, onChange }: ClearSwitchProps) {
  const t = useTranslations('Approval')
  return (
    <p className="flex flex-wrap items-center gap-x-2 border-b border-line px-3 py-1 text-xs text-ink-2">
      <span className="min-w-0 flex-1">{about}</span>
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
