'use client'

import { Check, Copy } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from './button'
import { useToast } from './toast'

/** Copies a text; says so until the text is another. */
export function CopyButton({ text, label }: { text: string; label?: string }) {
  const t = useTranslations('Common')
  const show = useToast()
  const [copied, setCopied] = useState<string | null>(null)
  const isCopied = copied === text
  const copy = async () => {
    if (await copyText(text)) setCopied(text)
    else show({ text: t('notCopied') })
  }
  return (
    <>
      <Button
        label={label ?? t('copy')}
        onClick={() => void copy()}
        Icon={isCopied ? Check : Copy}
      />
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

/**
 * Puts a text on the clipboard; resolves with whether it is there. Over plain HTTP a browser gives
 * pages none to write to: what it copies of a selection is then replaced on its way.
 */
export async function copyText(text: string): Promise<boolean> {
  // Not there, whatever its type says, but on pages of this machine and over HTTPS.
  const clipboard = navigator.clipboard as Clipboard | undefined
  const isWritten = await clipboard?.writeText(text).then(
    () => true,
    () => false,
  )
  return isWritten === true || copyAsSelected(text)
}

function copyAsSelected(text: string): boolean {
  const selection = getSelection()
  if (!selection) return false
  const ranges = Array.from({ length: selection.rangeCount }, (_, at) => selection.getRangeAt(at))
  const holder = document.body.appendChild(document.createElement('span'))
  holder.textContent = '-'
  selection.selectAllChildren(holder)
  const give = (event: ClipboardEvent) => {
    event.preventDefault()
    event.clipboardData?.setData('text/plain', text)
  }
  document.addEventListener('copy', give, { capture: true, once: true })
  // There is no other way without a clipboard.
  // oxlint-disable-next-line typescript/no-deprecated
  const isCopied = document.execCommand('copy')
  document.removeEventListener('copy', give, { capture: true })
  holder.remove()
  selection.removeAllRanges()
  for (const range of ranges) selection.addRange(range)
  return isCopied
}
