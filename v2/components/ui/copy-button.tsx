'use client'

import { Check, Copy } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from './button'

/** Copies a text; says so until the text is another. */
export function CopyButton({ text, label }: { text: string; label?: string }) {
  const t = useTranslations('Common')
  const [copied, setCopied] = useState<string | null>(null)
  const isCopied = copied === text
  const name = label ?? t('copy')
  return (
    <>
      <Button
        variant="quiet"
        size="icon"
        onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(text))}
        aria-label={name}
        title={name}
      >
        {isCopied ? <Check size={15} aria-hidden /> : <Copy size={15} aria-hidden />}
      </Button>
      <span role="status" className="sr-only">
        {isCopied ? t('copied') : null}
      </span>
    </>
  )
}

/** Lines to be copied as they are. `label`: their name, for people who do not see them. */
export function CopiedLines({ text, label }: { text: string; label: string }) {
  return (
    <div className="flex items-start gap-2 rounded-control bg-well py-1 pr-1 pl-3 shadow-[inset_0_0_0_1px_var(--line)]">
      <pre
        role="group"
        aria-label={label}
        className="min-w-0 flex-1 py-1 font-mono text-code wrap-anywhere whitespace-pre-wrap"
      >
        {text}
      </pre>
      <CopyButton text={text} />
    </div>
  )
}
