'use client'

import { Eye, EyeOff } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import type { Masked } from '@/lib/sessions/shown-text'

export interface MaskedNoticeProps {
  masked: Masked | null
  isInClear: boolean
  onChange: (isInClear: boolean) => void
}

/** Says that something is masked, and shows it in clear when that is asked for. */
export function MaskedNotice({ masked, isInClear, onChange }: MaskedNoticeProps) {
  const t = useTranslations('Lines')
  if (masked === null && !isInClear) return null
  const [Icon, about] = isInClear ? [EyeOff, 'inClear' as const] : [Eye, masked ?? 'secret']
  return (
    <p className="flex flex-wrap items-center gap-x-2 border-t border-line bg-well px-3 py-0.5 text-xs text-ink-2">
      <span className="min-w-0 flex-1">{t(`masked_${about}`)}</span>
      <Button variant="quiet" size="small" onClick={() => onChange(!isInClear)}>
        <Icon size={13} aria-hidden />
        {t(isInClear ? 'mask' : 'showInClear')}
      </Button>
    </p>
  )
}
