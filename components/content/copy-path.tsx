'use client'

import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'

/** Copies a memory's path. */
export function CopyPath({ path }: { path: string }) {
  const t = useTranslations('Memory')
  const [isCopied, setCopied] = useState(false)
  const copy = () => void navigator.clipboard.writeText(path).then(() => setCopied(true))
  return (
    <Button
      variant="quiet"
      size="small-icon"
      aria-label={t('copyPath')}
      title={t('copyPath')}
      onClick={copy}
      onBlur={() => setCopied(false)}
    >
      {isCopied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
      <span role="status" className="sr-only">
        {isCopied ? t('pathCopied') : null}
      </span>
    </Button>
  )
}
