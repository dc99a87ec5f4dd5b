'use client'

import { Check, Copy } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from './button'
import { copyText } from './copy-text'
import { useToast } from './toast'

/** Copies a text; says so until the text is another. */
export function CopyButton({ text, label }: { text: string; label?: string }) {
  const t = useTranslations('Common')
  const show = useToast()
  const [copied, setCopied] = useState<string | null>(null)
  const isCopied = copied === text
  const name = label ?? t('copy')
  const copy = async () => {
    if (await copyText(text)) setCopied(text)
    else show({ text: t('notCopied') })
  }
  return (
    <>
      <Button
        variant="quiet"
        size="icon"
        onClick={() => void copy()}
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
