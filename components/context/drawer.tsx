import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Shrink } from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import { type ReactNode, useState, useEffect, useRef } from 'react'
import { ask } from '@/components/act/ask'
import { useAct } from '@/components/act/use-act'
import { useKey } from '@/components/keys/use-key'
import { VisibleLabel } from '@/components/lines/visible-text'
import { summarise } from '@/components/session/actions'
import { Button } from '@/components/ui/button'
import { DialogWindow } from '@/components/ui/dialog-window'
import { Field } from '@/components/ui/field'
import { Notice, WhyNot } from '@/components/ui/notice'
import { Skeleton } from '@/components/ui/skeleton'
import type { ContextRequest, Gauge } from '@/lib/sessions/context'
import { type ContextGaugeProps, MARK_LOOK, MARKS } from './gauge'
import { Happened } from './happened'
import { inputOf, SEGMENTS, segmentsOf, type Segments, sumOf, Swatch, usePatterns } from './parts'
import { ContextPlot } from './plot'
import { Request, type ShownContext } from './request'
import { Form } from '@/components/ui/form'

type ContextDrawerProps = Omit<ContextGaugeProps, 'gauge'> & { onClose: () => void }

/** What a session's context holds, what became of it, and each request as it was sent. */
export function ContextDrawer({ sessionId, sequence, canSummarise, onClose }: ContextDrawerProps) {
  const t = useTranslations('Context')
  const format = useFormatter()
  const [isAsking, setAsking] = useState(false)
  const { data, error } = useQuery<ShownContext>({
    queryKey: ['context', sessionId, sequence],
    queryFn: ({ signal }) => ask(`/context?session=${sessionId}`, signal),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  const window = data && format.number(data.gauge.window, { notation: 'compact' })
  return (
    <DialogWindow
      look="side"
      title={t('title')}
      description={
        data ? (
          <>
            <VisibleLabel text={data.model} />, {t('window', { window: window ?? '' })}
          </>
        ) : undefined
      }
      onClose={onClose}
    >
      {canSummarise && data && data.requests.length > 0 ? (
        <Button
          aria-expanded={isAsking}
          onClick={() => setAsking(!isAsking)}
          Icon={Shrink}
          className="mx-5 mb-3"
        >
          {t('summarise')}
        </Button>
      ) : null}
      {isAsking ? <Summarise sessionId={sessionId} onDone={() => setAsking(false)} /> : null}
      {error ? <Notice tone="caution">{t('notLoaded')}</Notice> : null}
      {data ? (
        <Context sessionId={sessionId} context={data} />
      ) : error ? null : (
        <Skeleton count={6} label={t('loading')} />
      )}
    </DialogWindow>
  )
}

function Context({ sessionId, context }: { sessionId: string; context: ShownContext }) {
  const t = useTranslations('Context')
  const { gauge, requests, happenings } = context
  const last = requests.length - 1
  /** null: the newest, whichever that is */
  const [picked, setPicked] = useState<number | null>(null)
  const chosen = Math.min(picked ?? last, last)
  const request = requests[chosen]
  const choose = (at: number) => setPicked(at === last ? null : at)
  const above = { inForms: true, bar: true }
  useKey('arrowleft', t('earlier'), () => choose(chosen - 1), { ...above, when: chosen > 0 })
  useKey('arrowright', t('later'), () => choose(chosen + 1), { ...above, when: chosen < last })
  if (!request) return <p className="px-5 py-6 text-ink-2">{t('empty')}</p>
  const newest = chosen === last ? gauge : undefined
  return (
    <>
      <Part>
        <Now gauge={gauge} requests={requests} />
        <PartsBar gauge={gauge} segments={segmentsOf(request, newest)} />
      </Part>
      <Part title={t('requests', { count: requests.length })}>
        <ContextPlot
          requests={requests}
          happenings={happenings}
          chosen={chosen}
          marks={gauge.marks}
          onChoose={choose}
        />
        <Turn request={request} />
      </Part>
      <Part title={t('happened')}>
        <Happened happenings={happenings} />
      </Part>
      <Request sessionId={sessionId} requests={requests} chosen={chosen} onChoose={choose} />
    </>
  )
}

function Part({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <section
      aria-label={title}
      className="space-y-2 border-b border-line px-5 py-4 last:border-b-0"
    >
      {title === undefined ? null : <h3 className="text-xs font-semibold text-ink-2">{title}</h3>}
      {children}
    </section>
  )
}

/** How much it is by now, and how much of what was sent came from the cache. */
function Now({ gauge, requests }: { gauge: Gauge; requests: readonly ContextRequest[] }) {
  const t = useTranslations('Context')
  const format = useFormatter()
  const { measured, added, window } = gauge
  const sent = requests.reduce((sum, request) => sum + inputOf(request), 0)
  const cached = requests.reduce((sum, { usage }) => sum + usage.cache_read_input_tokens, 0)
  const percent = { style: 'percent', maximumFractionDigits: 0 } as const
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-4 tabular-nums">
      <span>
        <b className="text-[18px] font-semibold">{format.number(measured + added)}</b>{' '}
        {t('ofWindow', { window, share: format.number((measured + added) / window, percent) })}
      </span>
      <span className="text-xs text-ink-2">
        {sent > 0 ? t('cached', { share: format.number(cached / sent, percent) }) : t('notCounted')}
      </span>
    </p>
  )
}

/** A request by its parts, in the window with its marks. */
function PartsBar({ gauge: { window, marks }, segments }: { gauge: Gauge; segments: Segments }) {
  const t = useTranslations('Context')
  const format = useFormatter()
  const { defs, fillOf } = usePatterns()
  const share = (tokens: number) => `${Math.min(100, (tokens / window) * 100)}%`
  const short = (tokens: number) =>
    format.number(tokens, { notation: 'compact', maximumFractionDigits: 1 })
  const shown = SEGMENTS.filter((segment) => segments[segment] > 0)
  const before = (at: number) =>
    shown.slice(0, at).reduce((sum, segment) => sum + segments[segment], 0)
  return (
    <div role="group" aria-label={t('byPart', { tokens: sumOf(segments) })}>
      <div className="relative pt-5">
        {MARKS.map((mark) => {
          const at = marks[mark]
          return at === null ? null : (
            <span key={mark} className="absolute inset-y-0" style={{ left: share(at) }}>
              <span
                className={clsx(
                  'absolute top-0 text-xs leading-4 whitespace-nowrap text-ink-3 max-md:sr-only',
                  mark === 'compaction' ? '-translate-x-1/2' : 'right-1',
                )}
              >
                {t(`mark_${mark}`)}
              </span>
              <span aria-hidden className={`absolute -bottom-1 h-5 w-0.5 ${MARK_LOOK[mark]}`} />
            </span>
          )
        })}
        <svg aria-hidden width="100%" height={12} className="block rounded-full bg-track">
          {defs}
          {shown.map((segment, at) => (
            <rect
              key={segment}
              x={share(before(at))}
              width={share(segments[segment])}
              height={12}
              fill={fillOf(segment)}
            />
          ))}
        </svg>
      </div>
      <ul className="mt-2.5 flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-2">
        {shown.map((segment) => (
          <li key={segment} className="flex items-center gap-1.5">
            <Swatch segment={segment} /> {t(`part_${segment}`)}
            <span className="text-ink tabular-nums">{short(segments[segment])}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** What the chosen request took: no money, since what a cache takes and gives has prices of its own. */
function Turn({ request }: { request: ContextRequest }) {
  const t = useTranslations('Context')
  const format = useFormatter()
  const { usage, state, durationMs, isMeasured } = request
  if (state === 'open') return <p className="text-xs text-ink-3">{t('open')}</p>
  const facts = [
    ...(state === 'failed' ? [t('failed')] : []),
    ...(isMeasured
      ? [
          t('tokensIn', { tokens: inputOf(request) }),
          t('tokensCached', { tokens: usage.cache_read_input_tokens }),
          t('tokensOut', { tokens: usage.output_tokens }),
        ]
      : [t('estimated')]),
    ...(durationMs === null
      ? []
      : [t('took', { seconds: format.number(durationMs / 1_000, { maximumFractionDigits: 1 }) })]),
  ]
  return <p className="text-xs text-ink-2 tabular-nums">{facts.join(' · ')}</p>
}

/** As many as a session's own may have; characters. */
const LONGEST = 20_000

/** Asks for a summary now, with what it is to keep. */
function Summarise({ sessionId, onDone }: { sessionId: string; onDone: () => void }) {
  const t = useTranslations('Context')
  const form = useRef<HTMLFormElement>(null)
  const [instructions, setInstructions] = useState('')
  const asking = useAct(summarise, {
    done: () => {
      onDone()
      return t('asked')
    },
  })
  // It was asked for.
  useEffect(() => form.current?.querySelector('textarea')?.focus(), [])
  const submit = () => {
    if (!asking.isBusy) void asking.run({ sessionId, instructions: instructions.trim() })
  }
  useKey('mod+enter', t('summariseNow'), submit, { inForms: true })
  return (
    <Form ref={form} className="border-b border-line bg-well px-5 py-3" onSend={submit}>
      <p className="mb-2 text-ink-2">{t('summariseAbout')}</p>
      <Field
        label={t('instructions')}
        rows={3}
        maxLength={LONGEST}
        placeholder={t('instructionsLike')}
        value={instructions}
        onChange={({ target }) => setInstructions((target as { value: string }).value)}
      />
      <WhyNot why={asking.why} />
      <div className="mt-2 flex gap-2">
        <Button type="submit" variant="primary" isBusy={asking.isBusy} stroke="mod+enter">
          {t('summariseNow')}
        </Button>
        <Button variant="quiet" onClick={onDone}>
          {t('cancel')}
        </Button>
      </div>
    </Form>
  )
}
