import { Ellipsis, Eye } from 'lucide-react'
import { VisibleLabel } from '@/components/content/visible-label'
import { VisibleText } from '@/components/content/visible-line'
import { VisiblePath } from '@/components/content/visible-path'
import { KeyBar } from '@/components/frame/key-bar'
import { Page, PageHead } from '@/components/frame/page'
import { formats, texts } from '@/components/i18n/server-texts'
import { LivePage } from '@/components/live/live-page'
import { observedAgentLook } from '@/components/session/session-agent'
import { observedTitle } from '@/components/session/session-title'
import { ActorMark } from '@/components/ui/actor-mark'
import { Amount } from '@/components/ui/amount'
import { Badge } from '@/components/ui/badge'
import { buttonVariants } from '@/components/ui/button'
import { ChangeLetter } from '@/components/ui/change-letter'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import { EnterKey } from '@/components/ui/link-key'
import { LocalTime } from '@/components/ui/local-time'
import { Menu, MenuLink } from '@/components/ui/menu'
import { Kbd } from '@/components/ui/kbd'
import { StepKeys } from '@/components/ui/step-keys'
import { attributionsOf } from '@/lib/connect/attributions-of'
import {
  type ObservedDetails,
  type ObservedRead,
  observedReads,
} from '@/lib/connect/get-observed-session'
import { changesetOfObserved } from '@/lib/connect/list-observed-sessions'
import { database } from '@/lib/db/open-database'
import { sessionsReview } from '@/lib/review/changesets/sessions-review'
import { secretsMaskedIn } from '@/lib/scan/masked-secrets'
import { listChanges } from '@/lib/store/changes/list-changes'
import { tellChanges, type ToldChange } from '@/lib/store/events/tell-changes'
import type { MemoryVersion } from '@/lib/store/model/memory-version'
import { plainName } from '@/lib/text/plain-text'
import { ChangeDiff } from '../../log/change-diff'

/** Writes of a store that are listed; all of them are in its log. */
const MAX_WRITES = 200

export interface ObservedPageProps {
  session: ObservedDetails
  /** the version whose difference is shown; undefined: the first */
  chosenId: string | undefined
  now: number
}

/**
 * A session in another program: what it was asked, read and wrote, and the difference that one of its
 * writes made. What is not known is left out.
 */
export async function ObservedPage({ session, chosenId, now }: ObservedPageProps) {
  const t = await texts()
  const db = database()
  const { id, stores } = session
  const [writes, reads, reviews, changesetId] = await Promise.all([
    writesOf(session),
    observedReads(db, session),
    sessionsReview(db, [id]),
    changesetOfObserved(db, id),
  ])
  const told = await tellChanges(db, { changes: writes })
  const asked = await promptsOf(session, writes)
  const chosen = writes.find((write) => write.id === chosenId) ?? writes[0]
  const review = reviews.get(id)
  const open = review?.changesetId == null ? null : { id: review.changesetId, ...review }
  return (
    <Page kind="working">
      <LivePage of="sessions" renderedAt={now} />
      <StepKeys selector="[data-write]" />
      <PageHead
        crumbs={[{ href: '/sessions', label: t('Nav.sessions') }]}
        title={<VisibleLabel text={observedTitle(t, await formats(), session)} />}
        meta={<Badge>{t('Sessions.seenIn', { program: 'Claude Code' })}</Badge>}
        actions={
          <>
            {open === null ? null : (
              <Link href={`/review/${open.id}`} className={buttonVariants({ variant: 'primary' })}>
                {open.openHunks > 0
                  ? t('Observed.review', { count: open.openHunks })
                  : t('Review.toApply', { count: open.hunksToApply })}
                <span aria-hidden className="max-lg:hidden">
                  <Kbd>↵</Kbd>
                </span>
              </Link>
            )}
            <Menu label={t('Observed.more')} button={<Ellipsis size={16} aria-hidden />}>
              {open === null && changesetId !== null ? (
                <MenuLink href={`/review/${changesetId}`}>{t('Observed.reviewed')}</MenuLink>
              ) : null}
              <MenuLink href={`/log?session=${id}`}>{t('Observed.log')}</MenuLink>
              {writes.length === 0
                ? null
                : stores.map((store) => (
                    <MenuLink key={store.id} href={`/stores/${store.id}/undo?session=${id}`}>
                      {t('Observed.undo', { store: plainName(store.name) })}
                    </MenuLink>
                  ))}
            </Menu>
          </>
        }
      />
      {open === null ? null : <EnterKey href={`/review/${open.id}`} />}
      <div className="flex min-h-0 flex-1 max-md:flex-col max-md:overflow-auto">
        <div className="min-w-0 flex-1 overflow-auto px-6 py-6 max-md:flex-none max-md:overflow-visible max-md:px-4">
          <div className="mx-auto max-w-[46rem] space-y-4">
            <About session={session} />
            {reads.length === 0 ? null : <Reads reads={reads} />}
            {writes.length === 0 ? (
              <p className="text-ink-3">{t('Observed.onlyRead')}</p>
            ) : (
              <ol aria-label={t('Observed.writes')} className="space-y-0.5">
                {writes.map((write) => (
                  <Write
                    key={write.id}
                    write={write}
                    sessionId={id}
                    told={told.get(write.id)}
                    prompt={asked.get(write.id) ?? null}
                    isChosen={write === chosen}
                  />
                ))}
              </ol>
            )}
            <p className="pt-2 text-xs text-ink-3">{t('Observed.about')}</p>
          </div>
        </div>
        {chosen ? (
          <aside
            aria-label={t('Observed.difference')}
            className="min-w-0 overflow-auto border-line md:w-[45%] md:max-w-[36rem] md:border-l max-md:border-t"
          >
            <Head write={chosen} told={told.get(chosen.id)} />
            <ChangeDiff change={chosen} />
          </aside>
        ) : null}
      </div>
      <KeyBar keys={writes.length > 0 ? ['steps', 'openRow'] : []} />
    </Page>
  )
}

/** What it wrote, the first first. */
async function writesOf({ id, stores }: ObservedDetails): Promise<MemoryVersion[]> {
  const pages = await Promise.all(
    stores.map(({ id: storeId }) =>
      listChanges(database(), { storeId, sessionId: id, limit: MAX_WRITES }),
    ),
  )
  return pages
    .flatMap(({ changes }) => changes)
    .toSorted((one, other) => one.createdAt - other.createdAt || one.sequence - other.sequence)
}

/**
 * What it was asked, each by the first write after it; a secret in it is masked. Before the first
 * write stands what it was asked first.
 */
async function promptsOf(
  { firstPrompt }: ObservedDetails,
  writes: readonly MemoryVersion[],
): Promise<Map<string, string>> {
  const prompts = new Map<string, string>()
  let last = firstPrompt
  for (const storeId of new Set(writes.map((write) => write.storeId))) {
    const ofStore = writes.filter((write) => write.storeId === storeId)
    const attributions = await attributionsOf(database(), ofStore)
    for (const { id, sequence } of ofStore) {
      const prompt = attributions.get(sequence)?.prompt ?? ''
      // What was asked first is kept shorter.
      if (prompt === '' || (last !== '' && prompt.startsWith(last))) continue
      prompts.set(id, prompt)
      last = prompt
    }
  }
  return masked(prompts)
}

async function masked(said: ReadonlyMap<string, string>): Promise<Map<string, string>> {
  const all = new Map<string, string>()
  for (const [id, text] of said) {
    all.set(id, await secretsMaskedIn(text))
  }
  return all
}

/** Who, when and where, and what it was asked first. */
async function About({ session }: { session: ObservedDetails }) {
  const t = await texts()
  const { firstPrompt, firstAt, lastAt, stores, project, model } = session
  const first = (await masked(new Map([['first', firstPrompt]]))).get('first') ?? ''
  return (
    <>
      <div className="flex min-w-0 items-center gap-2.5">
        <ActorMark look={observedAgentLook()} label={t('Sessions.observedAgent')} />
        <p className="min-w-0" title={plainName([project, model].filter(Boolean).join(' · '))}>
          <b className="font-semibold">Claude Code</b>{' '}
          <span className="text-ink-3">
            <LocalTime time={firstAt} />
            {lastAt - firstAt < MINUTE_MS ? null : (
              <>
                {' – '}
                <LocalTime time={lastAt} shows="clock" />
              </>
            )}
            {stores.map(({ id, name }) => (
              <span key={id} className="before:mx-1.5 before:content-['·']">
                <Link href={`/stores/${id}`} className="hover:underline">
                  <VisibleLabel text={name} />
                </Link>
              </span>
            ))}
          </span>
        </p>
      </div>
      {first === '' ? null : <Prompt text={first} />}
    </>
  )
}

const MINUTE_MS = 60_000

async function Prompt({ text }: { text: string }) {
  const t = await texts()
  return (
    <div className="ml-auto line-clamp-[12] w-fit max-w-[85%] rounded-sheet rounded-br-mark bg-track px-3.5 py-2 break-words whitespace-pre-wrap">
      <span className="sr-only">{t('Observed.asked')}</span>
      <VisibleText text={text} />
    </div>
  )
}

/** Memories named beside the number of reads. */
const NAMED = 4

async function Reads({ reads }: { reads: readonly ObservedRead[] }) {
  const t = await texts()
  return (
    <details>
      <summary className="flex cursor-pointer items-center gap-2 rounded-card bg-well px-2.5 py-1.5 hover:bg-hover">
        <Eye size={15} strokeWidth={1.75} aria-hidden className="shrink-0 text-ink-3" />
        <span className="shrink-0 font-medium">{t('Observed.reads', { count: reads.length })}</span>
        <span className="min-w-0 truncate text-xs text-ink-2">
          {reads.slice(0, NAMED).map(({ memoryId, path }, index) => (
            <span key={memoryId}>
              {index === 0 ? '' : ', '}
              <VisiblePath path={path} />
            </span>
          ))}
        </span>
      </summary>
      <ul className="mt-1 pl-8">
        {reads.map(({ storeId, memoryId, path }) => (
          <li key={memoryId} className="truncate py-0.5 font-mono text-xs">
            <Link href={`/stores/${storeId}?memory=${memoryId}`} className="hover:underline">
              <VisiblePath path={path} />
            </Link>
          </li>
        ))}
      </ul>
    </details>
  )
}

interface WriteProps {
  write: MemoryVersion
  sessionId: string
  told: ToldChange | undefined
  /** what was asked before it, if that was not said yet */
  prompt: string | null
  isChosen: boolean
}

async function Write({ write, sessionId, told, prompt, isChosen }: WriteProps) {
  const t = await texts()
  const kind = told?.kind ?? write.operation
  return (
    <li className="space-y-2">
      {prompt === null ? null : (
        <div className="py-2">
          <Prompt text={prompt} />
        </div>
      )}
      <Link
        href={`/sessions/${sessionId}?write=${write.id}`}
        replace
        scroll={false}
        data-write
        aria-current={isChosen ? 'location' : undefined}
        className={classNames(
          'flex min-h-9 items-center gap-2.5 rounded-control px-2.5 outline-offset-[-2px] max-md:min-h-11',
          isChosen ? 'bg-selected' : 'hover:bg-hover',
        )}
      >
        <ChangeLetter kind={kind} label={t(`History.${kind}`)} />
        <span className="min-w-0 truncate font-mono text-code font-medium">
          {write.path === null ? t('Memory.redactedPath') : <VisiblePath path={write.path} />}
        </span>
        <span className="shrink-0 text-xs text-ink-3 tabular-nums">
          {write.ordinal > 1 ? `v${write.ordinal - 1} → v${write.ordinal}` : `v${write.ordinal}`}
        </span>
        {told?.lines ? <Amount {...told.lines} /> : null}
        <span className="ml-auto shrink-0 text-xs text-ink-3">
          <LocalTime time={write.createdAt} shows="clock" />
        </span>
      </Link>
    </li>
  )
}

/** The head of a difference: where it is, and how large. */
async function Head({ write, told }: { write: MemoryVersion; told: ToldChange | undefined }) {
  const t = await texts()
  return (
    <div className="sticky top-0 z-10 flex min-h-[46px] items-center gap-2 bg-sheet px-4">
      <span className="min-w-0 truncate font-mono text-code font-medium">
        {write.path === null ? t('Memory.redactedPath') : <VisiblePath path={write.path} />}
      </span>
      <span className="text-xs text-ink-3 tabular-nums">v{write.ordinal}</span>
      {told?.lines ? <Amount {...told.lines} /> : null}
      <Link
        href={`/stores/${write.storeId}?memory=${write.memoryId}`}
        className="ml-auto font-medium text-accent hover:underline"
      >
        {t('Observed.open')}
      </Link>
    </div>
  )
}
