import { MessageSquareText } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { VisibleText } from '@/components/lines/visible-text'
import { useActorName } from '@/components/ui/actor-mark'
import { Badge } from '@/components/ui/badge'
import { Ago } from '@/components/ui/time'
import type { AgentRequest } from '@/lib/review/requests'
import { lineHash } from '@/lib/text/lines'
import { CloseRequest } from './requests'

export interface RequestsProps {
  storeId: string
  requests: readonly AgentRequest[]
  now: Date
}

/** What people ask agents about a memory, at its lines. */
export function Requests({ storeId, requests, now }: RequestsProps) {
  const t = useTranslations('Requests')
  const nameOf = useActorName()
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
          <CloseRequest storeId={storeId} id={id} />
        </li>
      ))}
    </ul>
  )
}
