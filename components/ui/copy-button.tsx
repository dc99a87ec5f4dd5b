'use client'

import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from './button'

/** Copies a text; says so until the text is another. */
export function CopyButton({ text }: { text: string }) {
  const t = useTranslations('App')
  const [copied, setCopied] = useState<string | null>(null)
  const isCopied = copied === text
  const copy = () => void navigator.clipboard.writeText(text).then(() => setCopied(text))
  return (
    <Button
      variant="quiet"
      size="icon"
      onClick={copy}
      aria-label={isCopied ? t('copied') : t('copy')}
      title={isCopied ? t('copied') : t('copy')}
    >
      {isCopied ? <Check size={15} aria-hidden /> : <Copy size={15} aria-hidden />}
    </Button>
  )
}
