import { MessagesSquare, Plus } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { VisibleLabel } from '@/components/lines/visible-text'
import { ActorMark } from '@/components/ui/actor-mark'
import { Badge } from '@/components/ui/badge'
import { buttonLook } from '@/components/ui/button'
import { Empty } from '@/components/ui/empty'
import { Link } from '@/components/ui/link'
import { type Filter, ListFilters } from '@/components/ui/list-filters'
import { type Column, ListPage, type Row } from '@/components/ui/list-page'
import { Ago } from '@/components/ui/time'
import type { Session } from '@/lib/sessions/sessions'
import { plainName } from '@/lib/text/visible-text'
import { GoOn } from './go-on'
import { PRACTICE } from './names'
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
  search: SessionsSearch
  /** to choose from */
  stores: readonly { id: string; name: string }[]
  /** address of what is further back; null: nothing is */
  older: string | null
  now: Date
}

/** Sessions, those that need somebody first. */
export function SessionList({ sessions, search, stores, older, now }: SessionListProps) {
  const t = useTranslations('Sessions')
  const rowOf = useRow(now)
  const columns: Column[] = [
    { label: t('state'), width: '8rem' },
    { label: t('stores'), width: '11rem' },
    { label: t('model'), width: '10rem', from: 'lg' },
    { label: t('last'), width: '5rem', isNumber: true },
  ]
  const isNarrowed = search.state !== 'all' || search.store !== ''
  const rows = sessions
    .map(rowOf)
    .sort((one, other) => one.rank - other.rank)
    .map(({ rank: _, ...row }): Row => row)
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
        empty={<NoSessions isNarrowed={isNarrowed} />}
      >
        {older === null ? null : (
          <p className="px-4 py-3">
            <Link href={older} className={buttonLook({ variant: 'quiet' })}>
              {t('older')}
            </Link>
          </p>
        )}
      </ListPage>
    </>
  )
}

type Texts = ReturnType<typeof useTranslations<'Sessions'>>

function filtersOf(
  t: Texts,
  { state, store }: SessionsSearch,
  stores: SessionListProps['stores'],
): Filter[] {
  const states = STATES.map((value) => ({ value, label: t(`filter_${value}`) }))
  const named = stores.map(({ id, name }) => ({ value: id, label: plainName(name) }))
  return [
    { name: 'state', label: t('state'), value: state, choices: states },
    {
      ...{ name: 'store', label: t('store'), value: store },
      choices: [{ value: '', label: t('anyStore') }, ...named],
    },
  ]
}

function NoSessions({ isNarrowed }: { isNarrowed: boolean }) {
  const t = useTranslations('Sessions')
  if (isNarrowed) return <Empty Icon={MessagesSquare} title={t('noneMatch')} />
  return (
    <Empty
      Icon={MessagesSquare}
      title={t('empty')}
      acts={
        <Link href="/sessions/new" className={buttonLook()}>
          <Plus size={15} aria-hidden />
          {t('new')}
        </Link>
      }
    >
      {t('emptyAbout')}
    </Empty>
  )
}

/** In this order: what needs somebody comes first. */
const GROUPS = ['waiting', 'running', 'day', 'week', 'older'] as const

const DAY_MS = 24 * 3_600_000

function groupOf(standing: Standing, age: number): (typeof GROUPS)[number] {
  if (standing === 'waiting' || standing === 'running') return standing
  return age < DAY_MS ? 'day' : age < 7 * DAY_MS ? 'week' : 'older'
}

function useRow(now: Date) {
  const t = useTranslations('Sessions')
  const ofSession = useTranslations('Session')
  return (session: Session): Row & { rank: number } => {
    const { id, title, settings, stores, updatedAt } = session
    const isArchived = session.archivedAt !== null
    const standing = standingOf({ ...session, isArchived })
    const group = groupOf(standing, now.getTime() - updatedAt.getTime())
    const canGoOn = standing === 'failed'
    return {
      id,
      rank: GROUPS.indexOf(group),
      group: t(`group_${group}`),
      href: `/sessions/${id}`,
      mark: <ActorMark writer={{ type: 'session', id, name: title }} />,
      title: <VisibleLabel text={title ?? ofSession('untitled')} />,
      cells: [
        standing === 'idle' ? null : (
          <Badge key="state" tone={TONES[standing] ?? 'plain'}>
            {ofSession(`standing_${standing}`)}
          </Badge>
        ),
        stores.length === 0 ? null : (
          <VisibleLabel key="stores" text={stores.map(({ name }) => name).join(', ')} />
        ),
        settings.model === PRACTICE ? (
          ofSession('practiceAgent')
        ) : (
          <VisibleLabel key="model" text={settings.model} />
        ),
        <Ago key="last" time={updatedAt} now={now} />,
      ],
      acts: canGoOn ? <GoOn sessionId={id} words={ofSession('goOn')} /> : undefined,
    }
  }
}
