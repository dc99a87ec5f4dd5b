'use client'

import { MessageSquarePlus } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useKey } from '@/components/keys/use-key'
import { ActButton } from '@/components/ui/act-button'
import { Button } from '@/components/ui/button'
import { type LineRange, lineRange } from '@/lib/text/lines'
import { close } from './actions'
import { RequestForm } from './form'

/** The lines that are chosen: marked as text, named by the address, or where the focus is; else all. */
function chosenLines(count: number): LineRange {
  const lineAt = (node: Node | null | undefined) =>
    Number(
      (node instanceof Element ? node : node?.parentElement)?.closest('li[id^="L"]')?.id.slice(1),
    )
  const selection = window.getSelection()
  const marked =
    selection && !selection.isCollapsed
      ? [lineAt(selection.anchorNode), lineAt(selection.focusNode)]
      : []
  const focused = lineAt(document.activeElement)
  const [from, to] = marked.toSorted((one, other) => one - other)
  if (from && to) return { from, to }
  const named = lineRange(window.location.hash) ?? (focused ? { from: focused, to: focused } : null)
  if (!named || named.from > count) return { from: 1, to: count }
  return { from: named.from, to: Math.min(named.to, count) }
}

export interface AskAgentProps {
  storeId: string
  memoryId: string
  versionId: string
  /** how many lines it has */
  count: number
}

/** Asks agents about the chosen lines of a memory. */
export function AskAgent({ count, ...of }: AskAgentProps) {
  const t = useTranslations('Requests')
  const [lines, setLines] = useState<LineRange | null>(null)
  const begin = () => setLines(chosenLines(count))
  useKey('c', t('title'), begin, { when: count > 0, bar: true })
  if (count === 0) return null
  return (
    <>
      <Button
        label={t('title')}
        stroke="c"
        // A click would take the mark away.
        onMouseDown={(event) => event.preventDefault()}
        onClick={begin}
        Icon={MessageSquarePlus}
      />
      <RequestForm about={lines && { ...of, lines }} onClose={() => setLines(null)} />
    </>
  )
}

/** Closes a request: nothing more is to be done about it. */
export function CloseRequest({ storeId, id }: { storeId: string; id: string }) {
  const t = useTranslations('Requests')
  return (
    <ActButton size="small" does={close} input={{ storeId, id }} on={{ done: () => t('closed') }}>
      {t('close')}
    </ActButton>
  )
}
