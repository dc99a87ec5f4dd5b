import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, Download } from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import { useMemo, useState } from 'react'
import { ask } from '@/components/act/ask'
import { Lines } from '@/components/lines/lines'
import { linesOfText } from '@/components/lines/text'
import { Button, ButtonLink } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { Moment } from '@/components/ui/time'
import type { ContextRequest, ContextHistory, Gauge } from '@/lib/sessions/context'

export interface RequestProps {
  sessionId: string
  requests: readonly ContextRequest[]
  /** place of the one that is shown */
  chosen: number
  onChoose: (at: number) => void
}

/** So many lines are drawn at first. */
const FIRST = 400

/** A request as it was sent, laid out for reading; the file is byte for byte. */
export function Request({ sessionId, requests, chosen, onChoose }: RequestProps) {
  const t = useTranslations('Context')
  const request = requests[chosen]
  if (!request) return null
  const number = chosen + 1
  const address = `/request?session=${sessionId}&start=${request.startId}`
  return (
    <section aria-label={t('requestNumber', { number })}>
      <header className="flex min-h-9 flex-wrap items-center gap-x-2 border-y border-line bg-well px-5">
        <h3 className="font-semibold">{t('requestNumber', { number })}</h3>
        <span className="text-xs text-ink-3">
          <Moment time={new Date(request.at)} shows="second" />
        </span>
        <span className="ml-auto flex items-center gap-1">
          <Button
            label={t('earlier')}
            disabled={chosen === 0}
            onClick={() => onChoose(chosen - 1)}
            Icon={ChevronLeft}
          />
          <Button
            label={t('later')}
            disabled={number === requests.length}
            onClick={() => onChoose(chosen + 1)}
            Icon={ChevronRight}
          />
          <ButtonLink
            href={`${address}&file=request-${number}.json`}
            download
            title={t('download')}
            variant="quiet"
            Icon={Download}
          >
            JSON
          </ButtonLink>
        </span>
      </header>
      <Body key={address} address={address} of={['request', sessionId, request.startId]} />
    </section>
  )
}

function Body({ address, of }: { address: string; of: readonly string[] }) {
  const t = useTranslations('Context')
  const format = useFormatter()
  const [isWhole, setWhole] = useState(false)
  const { data, error } = useQuery<ShownRequest>({
    queryKey: of,
    queryFn: ({ signal }) => ask(address, signal),
    gcTime: 0,
  })
  const lines = useMemo(() => (data ? linesOfText(data.text, data.colours) : []), [data])
  if (error) return <Notice tone="caution">{t('notLoaded')}</Notice>
  if (!data) return <p className="px-5 py-2 text-ink-3">{t('loading')}</p>
  const exact = data.isExact === null ? 'unknown' : data.isExact ? 'yes' : 'no'
  const rest = lines.length - FIRST
  return (
    <>
      <p className="px-5 pt-2 text-xs text-ink-2">
        {t('bytes', { bytes: format.number(data.bytes) })} {t(`exact_${exact}`)}
      </p>
      <Lines lines={isWhole ? lines : lines.slice(0, FIRST)} layout="text" label={t('body')} />
      {!isWhole && rest > 0 ? (
        <button type="button" className="lines-fold" onClick={() => setWhole(true)}>
          {t('showRest', { count: rest })}
        </button>
      ) : null}
    </>
  )
}

/** A session's context as its drawer shows it. */
export interface ShownContext extends ContextHistory {
  model: string
  gauge: Gauge
}

/** A request as it was sent, laid out for reading. */
export interface ShownRequest {
  text: string
  /** see `coloursOf` */
  colours: string
  /** whether these are the bytes that were sent; null: nobody can tell */
  isExact: boolean | null
  bytes: number
}
