'use client'

import { useQuery } from '@tanstack/react-query'
import {
  Check,
  ChevronRight,
  CircleSlash,
  Ellipsis,
  ExternalLink,
  Eye,
  Hand,
  Loader,
  PenLine,
  Reply,
} from 'lucide-react'
import { memo, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { VisibleLabel } from '@/components/content/visible-label'
import { VisibleText } from '@/components/content/visible-line'
import { PathInLine } from '@/components/content/visible-path'
import { Badge } from '@/components/ui/badge'
import { classNames } from '@/components/ui/class-names'
import { Menu, MenuButton, MenuLink } from '@/components/ui/menu'
import { plainText } from '@/lib/text/plain-text'
import { countLines } from '@/lib/text/text-diff'
import { placeOfCall } from '@/lib/text/tool-place'
import { callChangesQuery, type CallToShow } from '../queries'
import { Approval, type Confirm } from './approval'
import { callElementId } from './call-address'
import type { CallChange } from './call-changes'
import { CallAnswer } from './call-answer'
import { ClearSwitch } from '@/components/proposals/clear-switch'
import { CallDiff, versionAddress } from './call-diff'
import { type CalledStore, calledName, isRead, storeName, verbKey, verbOf } from './call-words'
import type { CallEntry } from './conversation-entries'

export interface CallCardProps {
  sessionId: string
  /** of the session */
  stores: readonly CalledStore[]
  entry: CallEntry
  /** whether it is the first that waits: keys answer it */
  isFirstWaiting: boolean
  /** whether the address names it */
  isNamed: boolean
  confirm: Confirm
}

/** One call in the conversation: what it is about, its changes, its result. */
export const CallCard = memo(function CallCard({
  sessionId,
  stores,
  entry,
  isFirstWaiting,
  isNamed,
  confirm,
}: CallCardProps) {
  const t = useTranslations('Call')
  const verb = verbOf(entry.name, entry.input)
  const { result, confirmation } = entry
  const isWaiting = entry.state === 'waiting'
  const [isWriting, setWriting] = useState(false)
  const [isAnswered, setAnswered] = useState(false)
  const [isOpened, setOpened] = useState(false)
  const verbWords = t(verbKey(verb, entry.state))
  const shown = shownChangesOf(entry)
  const call: CallToShow = { sessionId, eventId: entry.id, state: shown ?? 'done' }
  const { data } = useQuery({ ...callChangesQuery(call), enabled: shown !== null })
  const [first, ...others] = data?.changes ?? []
  const only = others.length === 0 ? (first ?? null) : null
  // What only read, and what failed before something succeeded, takes one line.
  const isQuiet =
    entry.isPast || (entry.state === 'done' && result?.written.length === 0 && !confirmation)
  const header = (
    <>
      <StateIcon entry={entry} isRead={isRead(verb)} />
      <span className="shrink-0 font-medium">{verbWords}</span>
      <span className="min-w-0 font-mono text-code break-all">
        <Subject entry={entry} stores={stores} only={only} />
      </span>
      {only ? <Amounts change={only} /> : null}
      <span className="ml-auto flex items-center gap-2 text-xs text-ink-3">
        <CallState entry={entry} />
        <StoreName entry={entry} stores={stores} />
      </span>
    </>
  )
  return (
    <article
      id={callElementId(entry.id)}
      data-call={entry.id}
      data-state={entry.state}
      tabIndex={-1}
      aria-label={`${verbWords} ${plainText(calledName(entry, stores))}. ${t(`state_${entry.state}`)}`}
      // Clipped, not hidden: within it the answers to a long difference stay in view.
      className={classNames(
        'overflow-clip rounded-card bg-sheet text-sm',
        isWaiting
          ? 'shadow-[0_0_0_1.5px_var(--caution),var(--e-1)]'
          : isQuiet
            ? 'bg-well'
            : 'shadow-[0_0_0_1px_var(--line-2)]',
        isNamed && 'outline-2 outline-accent',
      )}
    >
      {isQuiet && result ? (
        <details onToggle={({ currentTarget }) => setOpened(isOpened || currentTarget.open)}>
          <summary className="flex cursor-pointer list-none flex-wrap items-center gap-x-2 px-2.5 py-1.5 hover:bg-hover">
            {header}
            <ChevronRight
              size={14}
              aria-hidden
              className="text-ink-3 transition-transform duration-(--m-1) [details[open]>summary>&]:rotate-90"
            />
          </summary>
          {isOpened ? (
            <CallAnswer sessionId={sessionId} eventId={entry.id} text={result.content} />
          ) : null}
        </details>
      ) : (
        <header
          className={classNames(
            'flex min-h-9 flex-wrap items-center gap-x-2 px-3 py-1',
            isWaiting && 'bg-caution-bg',
          )}
        >
          {header}
          {entry.state === 'done' && result ? (
            <More only={only} onAnswer={() => setAnswered(!isAnswered)} />
          ) : null}
        </header>
      )}
      {entry.state === 'writing' ? <Writing json={entry.json ?? ''} /> : null}
      {isWaiting && entry.isWaitingAgain ? (
        <p role="status" className="border-t border-line px-3 py-1.5 text-caution">
          {t('waitsAgain')}
        </p>
      ) : null}
      {confirmation?.denyMessage ? (
        <p className="border-t border-line px-3 py-1.5 text-ink-2">
          {t('denied', { message: plainText(confirmation.denyMessage) })}
        </p>
      ) : null}
      {shown === null ? null : <CallDiff {...call} isHeaded />}
      {entry.json !== null && entry.state !== 'writing' ? (
        <details className="border-t border-line">
          <summary className="cursor-pointer px-3 py-1 text-xs text-ink-3">
            {t('malformed')}
          </summary>
          <Text title={t('malformed')} text={entry.json} />
        </details>
      ) : null}
      {result && isAnswered ? (
        <Focused>
          <CallAnswer sessionId={sessionId} eventId={entry.id} text={result.content} />
        </Focused>
      ) : null}
      {result?.isError && !isQuiet && confirmation?.result !== 'deny' ? (
        <CallAnswer
          sessionId={sessionId}
          eventId={entry.id}
          text={result.content}
          className="text-removed"
        />
      ) : null}
      {isWaiting || isWriting ? (
        <Approval
          sessionId={sessionId}
          eventId={entry.id}
          takesKeys={isFirstWaiting}
          isWaiting={isWaiting}
          confirm={confirm}
          onWriting={setWriting}
        />
      ) : null}
    </article>
  )
})

/** Which of its changes a call shows; null: none. */
function shownChangesOf({ state, confirmation, result }: CallEntry): CallToShow['state'] | null {
  if (state === 'waiting') return 'proposed'
  if (confirmation?.result === 'deny') return 'denied'
  return result && result.written.length > 0 ? 'done' : null
}

/** The path of the one memory that a call changed, or what it is about. */
function Subject({
  entry,
  stores,
  only,
}: {
  entry: CallEntry
  stores: readonly CalledStore[]
  only: CallChange | null
}) {
  const paths = [...new Set([only?.before?.path, only?.after?.path])].filter(
    (path) => path !== undefined,
  )
  if (paths.length === 0) {
    return placeOfCall(entry.name, entry.input, stores)?.path ? (
      <PathInLine path={`/${calledName(entry, stores)}`} />
    ) : (
      <VisibleText text={calledName(entry, stores)} />
    )
  }
  return paths.map((path, index) => (
    <span key={path}>
      {index === 0 ? null : ' → '}
      <PathInLine path={path} />
    </span>
  ))
}

/** The version that a change made, and how many lines it added and removed. */
function Amounts({ change: { before, after, ordinal } }: { change: CallChange }) {
  const t = useTranslations('Call')
  const words = useTranslations('Diff')
  const format = useFormatter()
  const [was, is] = [before?.content ?? '', after?.content ?? '']
  const { added, removed } = useMemo(() => countLines(was, is), [was, is])
  return (
    <span className="flex shrink-0 items-center gap-2 text-xs tabular-nums">
      {ordinal === null ? null : (
        <span className="rounded-mark px-1 font-mono text-ink-2 shadow-[0_0_0_1px_var(--line-2)]">
          {before && ordinal > 1
            ? t('versions', { from: ordinal - 1, to: ordinal })
            : t('version', { ordinal })}
        </span>
      )}
      <span aria-hidden className="flex gap-1.5 font-medium">
        {added > 0 ? <span className="text-added">+{format.number(added)}</span> : null}
        {removed > 0 ? <span className="text-removed">−{format.number(removed)}</span> : null}
      </span>
      <span className="sr-only">{words('summary', { added, removed })}</span>
    </span>
  )
}

/** The store that a call is about, where the session has several. */
function StoreName({ entry, stores }: { entry: CallEntry; stores: readonly CalledStore[] }) {
  const place = placeOfCall(entry.name, entry.input, stores)
  if (stores.length < 2 || !place || place.path === '') return null
  return <VisibleLabel text={storeName(stores, place.storeId)} />
}

function More({ only, onAnswer }: { only: CallChange | null; onAnswer: () => void }) {
  const t = useTranslations('Call')
  const address = only && versionAddress(only)
  return (
    <Menu label={t('more')} size="small-icon" button={<Ellipsis size={15} aria-hidden />}>
      {address === null ? null : (
        <MenuLink Icon={ExternalLink} href={address}>
          {t('openVersion')}
        </MenuLink>
      )}
      <MenuButton Icon={Reply} onSelect={onAnswer}>
        {t('answer')}
      </MenuButton>
    </Menu>
  )
}

/** Takes the focus as it appears: it was asked for. */
function Focused({ children }: { children: ReactNode }) {
  const around = useRef<HTMLDivElement>(null)
  useEffect(() => around.current?.querySelector<HTMLElement>('[tabindex]')?.focus(), [])
  return <div ref={around}>{children}</div>
}

/** Shows the state of a call; if a person was asked about it, their answer. */
function CallState({ entry: { state, confirmation } }: { entry: CallEntry }) {
  const t = useTranslations('Call')
  if (confirmation?.result === 'allow') {
    return (
      <Badge tone="added" Icon={Check}>
        {t(confirmation.isForSession ? 'allowedForSession' : 'allowed')}
      </Badge>
    )
  }
  if (confirmation) {
    return (
      <Badge tone="removed" Icon={CircleSlash}>
        {t('deniedByYou')}
      </Badge>
    )
  }
  // What waits or is done needs no word on screen: its icon and its verb tell.
  const isTold = state === 'done' || state === 'waiting'
  return <span className={isTold ? 'sr-only' : undefined}>{t(`state_${state}`)}</span>
}

function StateIcon({ entry, isRead }: { entry: CallEntry; isRead: boolean }) {
  const props = {
    size: 15,
    'aria-hidden': true,
    strokeWidth: 1.75,
    className: 'shrink-0 text-ink-3',
  } as const
  switch (entry.state) {
    case 'writing':
    case 'running':
      return <Loader {...props} />
    case 'waiting':
      return <Hand {...props} className="shrink-0 text-caution" />
    case 'refused':
      return entry.isPast ? (
        <CircleSlash {...props} />
      ) : (
        <CircleSlash {...props} className="shrink-0 text-removed" />
      )
    case 'done':
      if (isRead) return <Eye {...props} />
      return entry.result?.written.length ? <PenLine {...props} /> : <Check {...props} />
  }
}

/** Characters of the input shown while it is written; enough to follow it. */
const WRITING_SHOWN = 2_000

/** What is half written cannot be scanned for secrets: it is shown when somebody asks for it. */
function Writing({ json }: { json: string }) {
  const t = useTranslations('Call')
  const [isInClear, setInClear] = useState(false)
  if (json === '') return null
  return (
    <div aria-busy className="border-t border-line">
      <ClearSwitch
        about={t('writing', { count: json.length })}
        isInClear={isInClear}
        onChange={setInClear}
      />
      {isInClear ? (
        <pre className="max-h-40 overflow-hidden px-3 py-1 font-mono text-xs break-all whitespace-pre-wrap text-ink-3">
          <VisibleText text={json.slice(-WRITING_SHOWN)} />
        </pre>
      ) : null}
    </div>
  )
}

function Text({ title, text }: { title: string; text: string }) {
  return (
    <pre
      tabIndex={0}
      aria-label={title}
      className="max-h-80 overflow-auto border-t border-line px-3 py-1 font-mono text-xs break-words whitespace-pre-wrap outline-offset-[-2px]"
    >
      <VisibleText text={text} />
    </pre>
  )
}
