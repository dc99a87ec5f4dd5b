import { MessagesSquare } from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import { VisibleLabel } from '@/components/lines/visible-text'
import { ActButton } from '@/components/ui/act-button'
import { ActorMark, useActorName } from '@/components/ui/actor-mark'
import { WaitingWrites } from '@/components/approval/waiting-writes'
import { Badge } from '@/components/ui/badge'
import { ButtonLink } from '@/components/ui/button'
import { Empty } from '@/components/ui/empty'
import { type Filter, ListFilters } from '@/components/ui/list-filters'
import { type Column, ListPage, type Row } from '@/components/ui/list-page'
import { Ago } from '@/components/ui/time'
import type { Session } from '@/lib/sessions/sessions'
import type { Written } from '@/lib/sessions/written'
import { DAY_MS } from '@/lib/text/short-age'
import { plainName } from '@/lib/text/visible-text'
import { goOn } from './actions'
import { type Standing, standingOf, TONES } from './state'

/** What the list is narrowed to; `all` leaves archived ones out. */
export const STATES = ['all', 'waiting', 'running', 'failed', 'archived'] as const

export interface SessionsSearch {
  state: (typeof STATES)[number]
  /** the id of one of the stores; '': any */
  store: string
}

export interface SessionListProps {
  sessions: readonly Session[]
  /** what each did, by its id */
  written: ReadonlyMap<string, Written>
  search: SessionsSearch
  /** to choose from */
  stores: readonly { id: string; name: string }[]
  /** address of what is further back; null: nothing is */
  older: string | null
  now: Date
}

/** Sessions, those that need somebody first. */
export function SessionList(props: SessionListProps) {
  const { sessions, search, stores, older } = props
  const t = useTranslations('Sessions')
  const rowOf = useRow(props)
  const columns: Column[] = [
    { label: t('state'), width: '8rem' },
    { label: t('changes'), width: '7rem' },
    { label: t('review'), width: '8rem' },
    { label: t('context'), width: '6.5rem', from: 'lg' },
    { label: t('last'), width: '4.5rem', isNumber: true },
  ]
  const isNarrowed = search.state !== 'all' || search.store !== ''
  const rows = sessions.map(rowOf).sort((one, other) => one.rank - other.rank)
  return (
    <>
      {sessions.length > 0 || isNarrowed ? (
        <ListFilters address="/sessions" filters={filtersOf(t, search, stores)} />
      ) : null}
      <ListPage
        label={t('title')}
        title={t('name')}
        columns={columns}
        rows={rows}
        actsWidth="7rem"
        empty={
          <Empty Icon={MessagesSquare} title={t(isNarrowed ? 'noneMatch' : 'empty')}>
            {isNarrowed ? null : t('emptyAbout')}
          </Empty>
        }
      >
        {older === null ? null : (
          <p className="px-4 py-3">
            <ButtonLink href={older} variant="quiet">
              {t('older')}
            </ButtonLink>
          </p>
        )}
      </ListPage>
    </>
  )
}

function filtersOf(
  t: ReturnType<typeof useTranslations<'Sessions'>>,
  { state, store }: SessionsSearch,
  stores: SessionListProps['stores'],
): Filter[] {
  const states = STATES.map((value) => ({ value, label: t(`filter_${value}`) }))
  const named = stores.map(({ id, name }) => ({ value: id, label: plainName(name) }))
  return [
    { name: 'state', label: t('state'), value: state, choices: states },
    {
      name: 'store',
      label: t('store'),
      value: store,
      choices: [{ value: '', label: t('anyStore') }, ...named],
    },
  ]
}

/** In this order: what needs somebody comes first. */
const GROUPS = ['waiting', 'running', 'day', 'week', 'older'] as const

function groupOf(standing: Standing, age: number): (typeof GROUPS)[number] {
  if (standing === 'waiting' || standing === 'running') return standing
  return age < DAY_MS ? 'day' : age < 7 * DAY_MS ? 'week' : 'older'
}

function useRow({ written, now }: Pick<SessionListProps, 'written' | 'now'>) {
  const t = useTranslations('Sessions')
  const ofSession = useTranslations('Session')
  const nameOf = useActorName()
  return (session: Session): Row & { rank: number } => {
    const { id, title, settings, stores, context, fault, updatedAt } = session
    const { memories, toReview, waiting } = written.get(id) ?? NOTHING
    const isArchived = session.archivedAt !== null
    const standing = standingOf({ ...session, isArchived })
    const group = groupOf(standing, now.getTime() - updatedAt.getTime())
    const canGoOn = standing === 'failed'
    const why = canGoOn && fault ? `${ofSession(`fault_${fault}`)} ` : ''
    const agent = { type: 'session', id, name: settings.model } as const
    return {
      id,
      rank: GROUPS.indexOf(group),
      group: t(`group_${group}`),
      href: `/sessions/${id}`,
      mark: <ActorMark writer={agent} />,
      title: <VisibleLabel text={title ?? ofSession('untitled')} />,
      about: (
        <VisibleLabel text={why + [...stores.map(({ name }) => name), nameOf(agent)].join(' · ')} />
      ),
      // The next is shown once this one is answered.
      below: waiting[0] ? (
        <WaitingWrites
          held={waiting.slice(0, 1)}
          storeOf={new Map(stores.map(({ storeId, name }) => [storeId, name]))}
        />
      ) : undefined,
      cells: [
        standing === 'idle' ? null : (
          <Badge key="state" tone={TONES[standing] ?? 'plain'}>
            {ofSession(`standing_${standing}`)}
          </Badge>
        ),
        memories === 0 ? null : t('memories', { count: memories }),
        memories + waiting.length === 0 ? null : (
          <Review key="review" memories={memories} toReview={toReview} waiting={waiting} />
        ),
        context && <Share key="context" {...context} />,
        <Ago key="last" time={updatedAt} now={now} />,
      ],
      acts: canGoOn ? (
        <ActButton size="small" does={goOn} input={{ sessionId: id }}>
          {ofSession('goOn')}
        </ActButton>
      ) : undefined,
    }
  }
}

const NOTHING: Written = { memories: 0, toReview: 0, waiting: [] }

/** What of what it wrote a person has not looked at, and what waits for them. */
function Review({ toReview, waiting }: Written) {
  const t = useTranslations('Sessions')
  return (
    <span className="flex flex-wrap gap-1">
      {waiting.length > 0 ? (
        <Badge tone="caution">{t('waiting', { count: waiting.length })}</Badge>
      ) : null}
      {toReview > 0 ? <Badge tone="accent">{t('toReview', { count: toReview })}</Badge> : null}
      {waiting.length + toReview === 0 ? <span className="text-ink-3">{t('reviewed')}</span> : null}
    </span>
  )
}

/** How full a context is. */
function Share({ tokens, window }: NonNullable<Session['context']>) {
  const format = useFormatter()
  const share = Math.min(1, tokens / window)
  return (
    <span className="flex items-center gap-2">
      <span aria-hidden className="h-1.5 w-14 overflow-hidden rounded-full bg-track stacked:hidden">
        <span className="block h-full bg-ink-2" style={{ width: `${share * 100}%` }} />
      </span>
      {format.number(share, { style: 'percent' })}
    </span>
  )
}
