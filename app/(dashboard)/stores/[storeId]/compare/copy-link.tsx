'use client'

import { Check, Link2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'

/** Copies the link of a comparison, with what of it is shown. */
export function CopyLink({ address }: { address: string }) {
  const t = useTranslations('Changes')
  const [copied, setCopied] = useState<string | null>(null)
  const link = () => new URL(address, window.location.href).href
  const copy = () => void navigator.clipboard.writeText(link()).then(() => setCopied(address))
  const isCopied = copied === address
  return (
    <Button variant="quiet" onClick={copy} onBlur={() => setCopied(null)} className="max-md:hidden">
      {isCopied ? <Check size={15} aria-hidden /> : <Link2 size={15} aria-hidden />}
      {t('copyLink')}
      <span role="status" className="sr-only">
        {isCopied ? t('linkCopied') : null}
      </span>
    </Button>
  )
}
