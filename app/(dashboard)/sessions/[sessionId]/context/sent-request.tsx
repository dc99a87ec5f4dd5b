import { VisibleText } from '@/components/content/visible-line'
import { Section } from '@/components/context/section'
import { UnifiedDiff } from '@/components/diff/unified-diff'
import { texts } from '@/components/i18n/server-texts'
import { Link } from '@/components/ui/link'
import type { ContextRequest } from '@/lib/agent/context-history'
import { type RequestAt, requestAt } from '@/lib/agent/request-at'
import { database } from '@/lib/db/open-database'

/** Characters of two requests that are still compared; more would delay the page. */
const MOST_COMPARED_MB = 2
const MOST_COMPARED = MOST_COMPARED_MB * 1_000_000

/** Characters of a request that the page shows; the download has all. */
const MOST_SHOWN = 1_000_000

export interface SentRequestProps {
  sessionId: string
  /** of the session, oldest first */
  requests: readonly ContextRequest[]
  /** the one shown */
  shown: number
}

/** A request as it was sent, and its difference from the one before. */
export async function SentRequest({ sessionId, requests, shown }: SentRequestProps) {
  const t = await texts()
  const request = requests[shown]
  const before = requests[shown - 1]
  if (!request) return null
  const sent = await requestAt(database(), { sessionId, startId: request.startId })
  if (!sent) return null
  const number = shown + 1
  const body = pretty(sent.body)
  const previous = before
    ? await requestAt(database(), { sessionId, startId: before.startId })
    : null
  const isLast = number === requests.length
  return (
    <Section id="request" title={isLast ? t('Context.sentLast') : t('Context.sent', { number })}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 text-sm">
        <p className="tabular-nums">
          {t('Context.which', { number, count: requests.length })},{' '}
          <span className="font-mono text-xs">{request.model}</span>
        </p>
        <nav aria-label={t('Context.steps')} className="flex gap-4">
          <Step sessionId={sessionId} to={before} label={`← ${t('Context.earlier')}`} />
          <Step sessionId={sessionId} to={requests[number]} label={`${t('Context.later')} →`} />
        </nav>
      </div>
      <About sent={sent} bytes={request.bytes ?? Buffer.byteLength(sent.body)} />
      <pre
        tabIndex={0}
        role="group"
        aria-label={t('Context.body', { number })}
        className="relative max-h-[32rem] overflow-auto rounded-control border border-line bg-sheet p-3 font-mono text-xs leading-5 break-words whitespace-pre-wrap"
      >
        <VisibleText text={body.slice(0, MOST_SHOWN)} />
      </pre>
      <p className="flex flex-wrap gap-x-4 text-sm">
        {body.length > MOST_SHOWN ? (
          <span>{t('Context.bodyCut', { shown: MOST_SHOWN })}</span>
        ) : null}
        <a
          href={`/sessions/${sessionId}/context/request?start=${request.startId}`}
          download
          className="text-accent hover:underline"
        >
          {t('Context.download')}
        </a>
      </p>
      {previous ? (
        <Difference body={body} before={pretty(previous.body)} number={shown} />
      ) : (
        <p className="text-ink-3">{t('Context.firstRequest')}</p>
      )}
    </Section>
  )
}

async function About({ sent, bytes }: { sent: RequestAt; bytes: number }) {
  const t = await texts()
  const exact = sent.isExact === null ? 'unknown' : sent.isExact ? 'yes' : 'no'
  const names = sent.betas.join(', ')
  return (
    <div className="space-y-0.5 text-sm">
      <p className={exact === 'no' ? 'text-caution' : undefined}>{t(`Context.exact_${exact}`)}</p>
      <p className="text-ink-3 tabular-nums">
        {t('Context.bytes', { bytes })} ·{' '}
        {names === '' ? t('Context.noBetas') : t('Context.betas', { names })} ·{' '}
        {t('Context.noHeaders')}
      </p>
    </div>
  )
}

function Step({
  sessionId,
  to,
  label,
}: {
  sessionId: string
  to: ContextRequest | undefined
  label: string
}) {
  if (!to) return <span className="text-ink-3">{label}</span>
  return (
    <Link
      href={`/sessions/${sessionId}/context?request=${to.startId}#request`}
      className="text-accent hover:underline"
    >
      {label}
    </Link>
  )
}

async function Difference({
  body,
  before,
  number,
}: {
  body: string
  before: string
  number: number
}) {
  const t = await texts()
  return (
    <div className="space-y-2 pt-3">
      <h3 className="font-medium">{t('Context.differenceTo', { number })}</h3>
      {body.length + before.length > MOST_COMPARED ? (
        <p className="text-ink-3">{t('Context.tooLarge', { megabytes: MOST_COMPARED_MB })}</p>
      ) : (
        <div
          role="group"
          tabIndex={0}
          aria-label={t('Context.differenceTo', { number })}
          className="relative max-h-[32rem] overflow-auto rounded-control border border-line bg-sheet"
        >
          <UnifiedDiff before={before} after={body} path={null} />
        </div>
      )}
    </div>
  )
}

/** Indented JSON, with a trailing newline as every file has. */
function pretty(json: string): string {
  return `${JSON.stringify(JSON.parse(json), null, 2)}\n`
}
