'use client'

import { MessageSquarePlus, MessageSquareText } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useAct } from '@/components/act/use-act'
import { useKey } from '@/components/keys/use-key'
import { VisibleText } from '@/components/lines/visible-text'
import { RequestForm } from '@/components/review/request-form'
import { useActorName } from '@/components/ui/actor-mark'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Ago } from '@/components/ui/time'
import type { AgentRequest } from '@/lib/review/requests'
import { type LineRange, lineHash, lineRange } from '@/lib/text/lines'
import { close } from './actions'

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
        variant="quiet"
        size="icon"
        title={t('title')}
        aria-label={t('title')}
        aria-keyshortcuts="c"
        // A click would take the mark away.
        onMouseDown={(event) => event.preventDefault()}
        onClick={begin}
      >
        <MessageSquarePlus size={15} aria-hidden />
      </Button>
      {lines ? <RequestForm {...of} lines={lines} onClose={() => setLines(null)} /> : null}
    </>
  )
}

export interface RequestsProps {
  storeId: string
  requests: readonly AgentRequest[]
  now: Date
}

/** What people ask agents about a memory, at its lines. */
export function Requests({ storeId, requests, now }: RequestsProps) {
  const t = useTranslations('Requests')
  const nameOf = useActorName()
  const { run, isBusy } = useAct(close, { done: () => t('closed') })
  if (requests.length === 0) return null
  return (
    <ul aria-label={t('open')} className="border-b border-line bg-well">
      {requests.map(({ id, text, by, at, lines, isAnswered }) => (
        <li
          key={id}
          className="flex items-start gap-2.5 border-b border-line px-4 py-2 last:border-0"
        >
          <MessageSquareText size={15} aria-hidden className="mt-0.5 shrink-0 text-ink-3" />
          <div className="min-w-0 flex-1">
            <p className="wrap-anywhere whitespace-pre-wrap">
              <VisibleText text={text} />
            </p>
            <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-xs text-ink-3">
              {lines ? (
                <a href={lineHash(lines.from, lines.to)} className="text-accent hover:underline">
                  {t('lines', { ...lines, count: lines.to - lines.from + 1 })}
                </a>
              ) : (
                t('gone')
              )}
              <span>{nameOf(by)}</span>
              <Ago time={at} now={now} />
              {isAnswered ? <Badge tone="added">{t('answered')}</Badge> : null}
            </p>
          </div>
          <Button size="small" isBusy={isBusy} onClick={() => void run({ storeId, id })}>
            {t('close')}
          </Button>
        </li>
      ))}
    </ul>
  )
}
