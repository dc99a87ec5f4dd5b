import { ChevronLeft, ChevronRight, Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { VisibleText } from '@/components/content/visible-line'
import { UnifiedDiff } from '@/components/diff/unified-diff'
import { formats, texts } from '@/components/i18n/server-texts'
import { buttonVariants } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import { SegmentedLinks } from '@/components/ui/segmented'
import type { ContextRequest } from '@/lib/agent/context-history'
import { type RequestAt, requestAt } from '@/lib/agent/request-at'
import { sumOf } from '@/lib/context/context-block'
import { database } from '@/lib/db/open-database'
import type { CalledStore } from '@/components/session/conversation/call-words'
import { contextAddress, type ShownContext } from './context-address'
import { NewInRequest } from './new-in-request'

/** Two requests together are compared up to this size; more would delay the page. */
const MAX_COMPARED_MB = 2

/** Characters of a request that the page shows; the download has all. */
const MAX_SHOWN = 1_000_000

export interface SentRequestProps {
  sessionId: string
  /** of the session */
  stores: readonly CalledStore[]
  /** of the session, oldest first */
  requests: readonly ContextRequest[]
  /** the one shown */
  at: number
  shown: ShownContext
}

/** A request: what is new in it, in words; as JSON its difference from the one before, or all. */
export async function SentRequest(props: SentRequestProps) {
  const { sessionId, stores, requests, at, shown } = props
  const t = await texts()
  const request = requests[at]
  const before = requests[at - 1]
  if (!request) return null
  const sent = await requestAt(database(), { sessionId, startId: request.startId })
  if (!sent) return null
  const previous =
    shown.view === 'sent' || !before
      ? null
      : await requestAt(database(), { sessionId, startId: before.startId })
  return (
    <section
      id="request"
      aria-label={t('Context.which', { number: at + 1, count: requests.length })}
      className="context-pane"
    >
      <Head {...props} />
      {shown.view === 'new' ? (
        <NewInRequest
          sent={sent}
          previous={previous}
          request={request}
          before={before ?? null}
          number={at + 1}
          stores={stores}
        />
      ) : shown.view === 'difference' && before ? (
        <Difference body={pretty(sent.body)} previous={previous} number={at} />
      ) : (
        <Body
          sent={sent}
          number={at + 1}
          bytes={request.bytes ?? Buffer.byteLength(sent.body)}
          isFirst={before === undefined}
        />
      )}
    </section>
  )
}

async function Head({ sessionId, requests, at, shown }: Omit<SentRequestProps, 'stores'>) {
  const t = await texts()
  const format = await formats()
  const request = requests[at]
  if (!request) return null
  const hrefOf = (view: ShownContext['view']) => contextAddress(sessionId, { ...shown, view })
  return (
    <header className="flex min-h-10 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line px-4 py-1">
      <h2 className="font-semibold">{t('Context.requestNumber', { number: at + 1 })}</h2>
      <p className="text-xs text-ink-3 tabular-nums">
        <span data-changes-with-time>{format.dateTime(request.at, { timeStyle: 'short' })}</span> ·{' '}
        {t(request.isMeasured ? 'Context.tokensOf' : 'Context.tokensGuessed', {
          tokens: sumOf(request.parts),
        })}{' '}
        · <span className="font-mono">{request.model}</span>
      </p>
      <div className="ml-auto flex min-w-0 flex-wrap items-center justify-end gap-1">
        <nav aria-label={t('Context.steps')} className="flex">
          <Step
            sessionId={sessionId}
            shown={shown}
            to={requests[at - 1]}
            label={t('Context.earlier')}
          >
            <ChevronLeft size={16} aria-hidden />
          </Step>
          <Step
            sessionId={sessionId}
            shown={shown}
            to={requests[at + 1]}
            label={t('Context.later')}
          >
            <ChevronRight size={16} aria-hidden />
          </Step>
        </nav>
        <SegmentedLinks
          label={t('Context.views')}
          segments={[
            { href: hrefOf('new'), label: t('Context.viewNew'), isCurrent: shown.view === 'new' },
            ...(at === 0
              ? []
              : [
                  {
                    href: hrefOf('difference'),
                    label: t('Context.viewDifference', { number: at }),
                    isCurrent: shown.view === 'difference',
                  },
                ]),
            { href: hrefOf('sent'), label: t('Context.asSent'), isCurrent: shown.view === 'sent' },
          ]}
        />
        <a
          href={`/sessions/${sessionId}/context/request?start=${request.startId}`}
          download
          aria-label={t('Context.download')}
          title={t('Context.download')}
          className={buttonVariants({ variant: 'quiet', size: 'icon' })}
        >
          <Download size={15} aria-hidden />
        </a>
      </div>
    </header>
  )
}

async function Body({
  sent,
  number,
  bytes,
  isFirst,
}: {
  sent: RequestAt
  number: number
  bytes: number
  isFirst: boolean
}) {
  const t = await texts()
  const body = pretty(sent.body)
  return (
    <div
      tabIndex={0}
      role="group"
      aria-label={t('Context.body', { number })}
      className="context-scroll outline-offset-[-2px]"
    >
      <About sent={sent} bytes={bytes} />
      {isFirst ? <p className="px-4 pt-2 text-xs text-ink-3">{t('Context.firstRequest')}</p> : null}
      <pre className="px-4 py-3 font-mono text-xs leading-5 wrap-anywhere whitespace-pre-wrap">
        <VisibleText text={body.slice(0, MAX_SHOWN)} />
      </pre>
      {body.length > MAX_SHOWN ? (
        <p className="px-4 pb-3 text-ink-3">{t('Context.bodyCut', { shown: MAX_SHOWN })}</p>
      ) : null}
    </div>
  )
}

async function About({ sent, bytes }: { sent: RequestAt; bytes: number }) {
  const t = await texts()
  const exact = sent.isExact === null ? 'unknown' : sent.isExact ? 'yes' : 'no'
  const names = sent.betas.join(', ')
  return (
    <div className="border-b border-line bg-well px-4 py-2 text-xs">
      <p className={exact === 'no' ? 'text-caution' : 'text-ink-2'}>
        {t(`Context.exact_${exact}`)}
      </p>
      <p className="wrap-anywhere text-ink-3 tabular-nums">
        {t('Context.bytes', { bytes })} ·{' '}
        {names === '' ? t('Context.noBetas') : t('Context.betas', { names })} ·{' '}
        {t('Context.noHeaders')}
      </p>
    </div>
  )
}

function Step({
  sessionId,
  shown,
  to,
  label,
  children,
}: {
  sessionId: string
  shown: ShownContext
  to: ContextRequest | undefined
  label: string
  children: ReactNode
}) {
  const look = buttonVariants({ variant: 'quiet', size: 'icon' })
  if (!to) {
    return (
      <span aria-hidden className={classNames(look, 'cursor-default opacity-40')}>
        {children}
      </span>
    )
  }
  return (
    <Link
      href={contextAddress(sessionId, { ...shown, request: to.startId })}
      scroll={false}
      aria-label={label}
      title={label}
      className={look}
    >
      {children}
    </Link>
  )
}

async function Difference({
  body,
  previous,
  number,
}: {
  body: string
  previous: RequestAt | null
  /** of the request before */
  number: number
}) {
  const t = await texts()
  const before = pretty(previous?.body ?? '{}')
  return (
    <div
      role="group"
      tabIndex={0}
      aria-label={t('Context.differenceTo', { number })}
      className="context-scroll outline-offset-[-2px]"
    >
      {megabytesOf(body) + megabytesOf(before) > MAX_COMPARED_MB ? (
        <p className="px-4 py-3 text-ink-3">
          {t('Context.tooLarge', { megabytes: MAX_COMPARED_MB })}
        </p>
      ) : (
        <UnifiedDiff before={before} after={body} path="request.json" />
      )}
    </div>
  )
}

/** Indented JSON, with a trailing newline as every file has. */
function pretty(json: string): string {
  return `${JSON.stringify(JSON.parse(json), null, 2)}\n`
}

function megabytesOf(text: string): number {
  return Buffer.byteLength(text) / 1_000_000
}
