import { Eye } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { VisibleLabel } from '@/components/lines/visible-text'
import { Badge } from '@/components/ui/badge'
import { Empty } from '@/components/ui/empty'
import { ListPage, type Row } from '@/components/ui/list-page'
import { Ago } from '@/components/ui/time'
import type { listObserved, ObservedAct, ObservedSession } from '@/lib/folders/observed'

/** Sessions of agents in other programs, folded below our own. */
export function ObservedSessions({
  sessions,
  now,
}: {
  sessions: Awaited<ReturnType<typeof listObserved>>
  now: Date
}) {
  const t = useTranslations('Observed')
  if (sessions.length === 0) return null
  const rows = sessions.map(({ id, firstPrompt, project, lastAt, changes, reads }): Row => ({
    id,
    href: `/sessions/${id}`,
    title: <VisibleLabel text={firstPrompt === '' ? t('untitled') : firstPrompt} />,
    about: <VisibleLabel text={project} />,
    cells: [t('changes', { count: changes }), t('reads', { count: reads }), ago(lastAt, now)],
  }))
  return (
    <details>
      <summary className="flex cursor-pointer items-center gap-2 px-5 py-3 text-ink-2 max-md:px-4">
        <Eye size={16} aria-hidden />
        {t('title')} <span className="text-ink-3 tabular-nums">{sessions.length}</span>
      </summary>
      <ListPage label={t('title')} columns={columnsOf(t)} rows={rows} empty={null} />
    </details>
  )
}

const columnsOf = (t: ReturnType<typeof useTranslations<'Observed'>>) => [
  { label: t('changed'), width: '8rem' },
  { label: t('read'), width: '8rem', from: 'md' as const },
  { label: t('last'), width: '5rem', isNumber: true },
]

const ago = (time: Date, now: Date) => <Ago key="ago" time={time} now={now} />

/** What an observed session said of itself, read and changed. */
export function Observed({
  session: { client, version, project, firstPrompt, outerId },
  acts,
  now,
}: {
  session: ObservedSession
  acts: readonly ObservedAct[]
  now: Date
}) {
  const t = useTranslations('Observed')
  const facts = [
    [t('client'), `${client === 'claude_code' ? 'Claude Code' : client} ${version}`],
    [t('project'), project],
    [t('outerId'), outerId],
  ].filter(([, value]) => value !== '')
  return (
    <>
      <div className="grid gap-3 border-b border-line px-4 py-4">
        <p className="max-w-prose whitespace-pre-wrap wrap-anywhere">
          <VisibleLabel text={firstPrompt === '' ? t('noPrompt') : firstPrompt} />
        </p>
        <dl className="grid gap-1 text-xs text-ink-2">
          {facts.map(([name = '', value = '']) => (
            <div key={name} className="flex min-w-0 gap-2">
              <dt className="shrink-0 text-ink-3">{name}</dt>
              <dd className="wrap-anywhere">
                <VisibleLabel text={value} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <ListPage
        label={t('acts')}
        columns={[
          { label: t('how'), width: '14rem' },
          { label: t('last'), width: '5rem', isNumber: true },
        ]}
        rows={acts.map((act, at) => rowOf(t, act, at, now))}
        empty={<Empty Icon={Eye} title={t('nothing')} />}
      />
    </>
  )
}

function rowOf(
  t: ReturnType<typeof useTranslations<'Observed'>>,
  { storeId, storeName, memoryId, path, at, change, reads }: ObservedAct,
  index: number,
  now: Date,
): Row {
  const version = change === null ? '' : `&version=${change.versionId}`
  return {
    id: `${memoryId} ${index}`,
    href: `/stores/${storeId}?memory=${memoryId}${version}`,
    title: <VisibleLabel text={path} />,
    about: <VisibleLabel text={storeName} />,
    cells: [
      change === null ? (
        t('reads', { count: reads })
      ) : (
        <span key="how" className="flex min-w-0 items-center gap-2">
          <Badge>{t(change.confidence)}</Badge>
          <span className="truncate">{[change.tool, change.model].filter(Boolean).join(', ')}</span>
        </span>
      ),
      ago(at, now),
    ],
  }
}
