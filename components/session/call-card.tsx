import { useQuery, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import {
  Check,
  CircleSlash,
  Ellipsis,
  Eye,
  Hand,
  Loader,
  type LucideIcon,
  PenLine,
} from 'lucide-react'
import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { lazy, memo, type ReactNode, Suspense, useState } from 'react'
import { ask } from '@/components/act/ask'
import { decideCall } from '@/components/approval/actions'
import { PathInLine, VisibleLabel, VisibleText } from '@/components/lines/visible-text'
import { Amount, Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { onceNear } from '@/components/ui/near'
import { plainName } from '@/lib/text/visible-text'
import type { CallChanges } from './call-difference'
import {
  type Called,
  type CalledStore,
  calledOf,
  type CallOf,
  MOST_SHOWN,
  storeName,
} from './called'
import { FoldSign } from './folded'

// Few calls wait for a person.
const Approval = dynamic(() => import('@/components/approval/approval').then((it) => it.Approval))

// Its lines are asked for by the script in any case.
const CallDifference = lazy(() =>
  import('./call-difference').then((it) => ({ default: it.CallDifference })),
)

// Loaded once it is unfolded.
const CallExchange = lazy(() => import('./exchange').then((it) => ({ default: it.CallExchange })))

export interface CallCardProps {
  entry: CallOf
  sessionId: string
  /** of the session */
  stores: readonly CalledStore[]
  /** it failed, and something later succeeded */
  isPast?: boolean
}

/**
 * A call where it happened: what the agent did, the versions that it wrote as a difference, and, while it
 * waits, the answers. What only read is a line that unfolds.
 */
export const CallCard = memo(function CallCard(props: CallCardProps) {
  const { entry, sessionId, stores, isPast = false } = props
  const t = useTranslations('Call')
  const cache = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const [isNear, setNear] = useState(false)
  const { state } = entry
  const called = calledOf(entry, stores)
  const address = changesAddress(entry)
  const queryKey = ['call', sessionId, entry.id, address]
  const { data, error } = useQuery<CallChanges>({
    queryKey,
    queryFn: ({ signal }) => ask<CallChanges>(address ?? '', signal),
    enabled: address !== null && (isNear || entry.state === 'waiting'),
  })
  const isWaiting = state === 'waiting'
  const isQuiet = isPast || (state === 'done' && entry.written.length === 0)
  const words = wordsOf(t, called, entry)
  const exchange = isOpen ? (
    <Suspense>
      <CallExchange entry={entry} sessionId={sessionId} />
    </Suspense>
  ) : null
  const difference = data ? (
    <Suspense>
      <CallDifference changes={data} address={address} />
    </Suspense>
  ) : null
  const head = (
    <Head
      entry={entry}
      called={called}
      stores={stores}
      words={words}
      data={data}
      isLinked={!isQuiet}
    />
  )
  return (
    <article
      ref={isNear ? undefined : onceNear(() => setNear(true))}
      id={`call-${entry.id}`}
      data-call={entry.id}
      data-state={state}
      tabIndex={-1}
      aria-label={`${words} ${plainName(called.place?.path || called.subject)}. ${t(`state_${state}`)}`}
      className={clsx(
        'overflow-clip rounded-card bg-sheet',
        isQuiet && 'bg-well',
        isWaiting && 'shadow-[0_0_0_1.5px_var(--caution),var(--e-1)]',
        !isQuiet && !isWaiting && 'shadow-[0_0_0_1px_var(--line-2)]',
      )}
    >
      {isQuiet ? (
        <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary className="flex flex-wrap items-center gap-x-2 px-2.5 py-1.5 hover:bg-hover">
            {head}
            <FoldSign className="[details[open]>summary>&]:rotate-90" />
          </summary>
          {exchange}
        </details>
      ) : (
        <header
          className={clsx(
            'flex min-h-9 flex-wrap items-center gap-x-2 px-3 py-1',
            isWaiting && 'bg-caution-bg',
          )}
        >
          {head}
          <Button
            size="small-icon"
            label={t('exchange')}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            Icon={Ellipsis}
          />
        </header>
      )}
      <Fate entry={entry} isPast={isPast} />
      {isQuiet ? null : exchange}
      {error ? <Line tone="caution">{t('notLoaded')}</Line> : null}
      {state === 'denied' && difference ? (
        <details className="border-t border-line">
          <summary className="px-3 py-1 text-xs text-ink-3">{t('wouldHave')}</summary>
          {difference}
        </details>
      ) : (
        difference
      )}
      {entry.written.length > MOST_SHOWN ? (
        <Line>{t('moreMemories', { count: entry.written.length - MOST_SHOWN })}</Line>
      ) : null}
      {isWaiting ? (
        <Approval
          cardId={entry.id}
          address={address ?? ''}
          write={data?.write ?? undefined}
          answer={(given) => decideCall({ ...given, sessionId, callId: entry.id })}
          // What a rule holds waits whether the session asks or not.
          canAllowAll={(data?.write?.reason.about ?? 'session') === 'session'}
          onStale={() => void cache.invalidateQueries({ queryKey })}
          // What was decided changes what the calls behind it would do.
          onDecided={() =>
            void cache.invalidateQueries({ predicate: waitsIn(sessionId, entry.id) })
          }
        />
      ) : null}
    </article>
  )
})

/** The questions about the other calls of a session that wait. */
const waitsIn =
  (sessionId: string, but: string) =>
  ({ queryKey: [room, session, call, address] }: { queryKey: readonly unknown[] }) =>
    room === 'call' &&
    session === sessionId &&
    call !== but &&
    typeof address === 'string' &&
    address.startsWith(WAITING)

const WAITING = '/call?held='

/** Where the changes of a call are asked for; null: it has none. */
export function changesAddress({ state, heldId, written, isEdited }: CallOf): string | null {
  if (written.length > 0) {
    const some = written.slice(0, MOST_SHOWN)
    const asked = some.map(({ storeId, versionId }) => ['written', `${storeId} ${versionId}`])
    return `/call?${new URLSearchParams(asked)}`
  }
  // What a person wrote in its place is seen once it is there.
  const isPlanned = state === 'waiting' || state === 'denied' || (state === 'allowed' && !isEdited)
  return heldId !== null && isPlanned ? `${WAITING}${heldId}` : null
}

type Texts = ReturnType<typeof useTranslations<'Call'>>

function wordsOf(t: Texts, { verb }: Called, { state, name }: CallOf): string {
  if (verb === 'call') return t('calls', { name: plainName(name) })
  if (state === 'done') return t(`did_${verb}`)
  if (state === 'waiting' && verb !== 'view' && verb !== 'list' && verb !== 'search') {
    return t(`wants_${verb}`)
  }
  return t(`does_${verb}`)
}

interface HeadProps {
  entry: CallOf
  called: Called
  stores: readonly CalledStore[]
  words: string
  data: CallChanges | undefined
  isLinked: boolean
}

function Head({ entry, called, stores, words, data, isLinked }: HeadProps) {
  const t = useTranslations('Call')
  const [first, ...others] = data?.memories ?? []
  const only = others.length === 0 ? first : undefined
  const { version } = only ?? {}
  const memory = version && only && `/stores/${only.storeId}?memory=${version.memoryId}`
  const path = <Subject called={called} stores={stores} />
  return (
    <>
      <Sign entry={entry} called={called} isLinked={isLinked} />
      <span className="shrink-0 font-medium">{words}</span>
      <span className="min-w-0 font-mono text-code break-all">
        {memory && isLinked ? (
          <Link href={memory} className="hover:underline">
            {path}
          </Link>
        ) : (
          path
        )}
      </span>
      {memory && version && isLinked ? (
        <Link
          href={`${memory}&version=${version.id}&diff=before`}
          title={t('openVersion')}
          className="shrink-0 rounded-mark px-1 font-mono text-xs text-ink-2 shadow-[0_0_0_1px_var(--line-2)] hover:text-ink"
        >
          {only.before !== null && version.ordinal > 1
            ? t('versions', { from: version.ordinal - 1, to: version.ordinal })
            : t('version', { ordinal: version.ordinal })}
        </Link>
      ) : null}
      {only && only.added + only.removed > 0 ? <Amount {...only} /> : null}
      <span className="ml-auto flex items-center gap-2 text-xs text-ink-3">
        <State entry={entry} />
        {stores.length > 1 && called.place && called.place.path !== '' ? (
          <VisibleLabel text={storeName(stores, called.place.storeId)} />
        ) : null}
      </span>
    </>
  )
}

/** The path, the store for all of it, else what the agent wrote. */
function Subject({ called, stores }: { called: Called; stores: readonly CalledStore[] }) {
  const { place, from, subject, verb } = called
  if (verb === 'search') return <VisibleText text={`“${subject}”`} />
  if (!place) return verb === 'call' ? null : <VisibleText text={subject} />
  if (place.path === '') return <VisibleLabel text={storeName(stores, place.storeId)} />
  return (
    <>
      {from === null ? null : (
        <>
          <PathInLine path={from} /> →{' '}
        </>
      )}
      <PathInLine path={place.path} />
    </>
  )
}

/** The state in a word, where sign and verb do not tell it; and that a person decided. */
function State({ entry: { state, isEdited, heldId } }: { entry: CallOf }) {
  const t = useTranslations('Call')
  if (state === 'denied') {
    return <Badge Icon={CircleSlash}>{t('deniedByYou')}</Badge>
  }
  if (heldId !== null && (state === 'allowed' || state === 'done')) {
    return (
      <Badge tone="added" Icon={Check}>
        {t(isEdited ? 'editedByYou' : 'allowedByYou')}
      </Badge>
    )
  }
  const isTold = state === 'done' || state === 'waiting'
  return <span className={isTold ? 'sr-only' : undefined}>{t(`state_${state}`)}</span>
}

const SIGNS: Record<CallOf['state'], [LucideIcon, string]> = {
  waiting: [Hand, 'text-caution'],
  allowed: [Loader, 'text-ink-3'],
  running: [Loader, 'text-ink-3'],
  denied: [CircleSlash, 'text-removed'],
  failed: [CircleSlash, 'text-removed'],
  done: [PenLine, 'text-ink-3'],
}

type SignProps = Pick<HeadProps, 'entry' | 'called' | 'isLinked'>

function Sign({ entry: { state }, called, isLinked }: SignProps) {
  const [sign, tone] = SIGNS[state]
  const Icon = state === 'done' && called.isRead ? Eye : sign
  const look = isLinked ? tone : 'text-ink-3'
  return <Icon size={15} strokeWidth={1.75} aria-hidden className={clsx('shrink-0', look)} />
}

/** Why nothing was done: what the agent was answered, what a person said, or that it sent no input. */
function Fate({ entry, isPast }: { entry: CallOf; isPast: boolean }) {
  const t = useTranslations('Call')
  if (isPast) return null
  if (entry.malformed !== null) return <Line tone="caution">{t('malformed')}</Line>
  if (entry.state === 'denied' && entry.message) {
    return <Line>{t('denied', { message: plainName(entry.message) })}</Line>
  }
  if (entry.state !== 'failed' || entry.answer === null) return null
  return (
    <Line tone="removed">
      <VisibleText text={entry.answer} />
    </Line>
  )
}

const TONES = { plain: 'text-ink-2', caution: 'text-caution', removed: 'text-removed' } as const

function Line({ tone = 'plain', children }: { tone?: keyof typeof TONES; children: ReactNode }) {
  return (
    <p
      className={clsx(
        'border-t border-line px-3 py-1.5 wrap-anywhere whitespace-pre-wrap',
        TONES[tone],
      )}
    >
      {children}
    </p>
  )
}
