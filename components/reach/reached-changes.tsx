import type { ReactNode } from 'react'
import { VisibleLabel } from '@/components/content/visible-label'
import { VisiblePath } from '@/components/content/visible-path'
import { WriterMark } from '@/components/history/writer-mark'
import { texts } from '@/components/i18n/server-texts'
import { Badge } from '@/components/ui/badge'
import { ChangeLetter } from '@/components/ui/change-letter'
import { Link } from '@/components/ui/link'
import { LocalTime } from '@/components/ui/local-time'
import { RelativeTime } from '@/components/ui/relative-time'
import type { ReachedChange, Reader } from '@/lib/store/model/reach'
import { groupedBy } from '@/lib/text/grouped-by'
import { plainName } from '@/lib/text/plain-text'
import { ReachForm } from './reach-form'

export interface ReachedChangesProps {
  storeId: string
  storeName: string
  changes: readonly ReachedChange[]
  readers: readonly Reader[]
  /** of each reader, in their order */
  titles: readonly string[]
  /** names of actors, by id */
  names: ReadonlyMap<string, string>
  now: number
}

/** Lists the changes that readers made in one store afterwards, by reader; each can be ticked. */
export async function ReachedChanges(props: ReachedChangesProps) {
  const { storeId, storeName, changes, readers, titles, names, now } = props
  const t = await texts()
  const [exact, possible] = (['exact', 'possible'] as const).map((wanted) =>
    [...groupedBy(changes, ({ reader }) => reader)].flatMap(([place, made]) => {
      const reader = readers[place]
      if (reader?.certainty !== wanted) return []
      return (
        <section key={place} className="border-b border-line py-2 last:border-b-0">
          <ReaderLine reader={reader} title={titles[place] ?? ''} names={names} />
          <ul aria-label={t('Reach.changesBy', { name: plainName(titles[place] ?? '') })}>
            {made.map((change) => (
              <Row key={change.version.id} change={change} now={now} />
            ))}
          </ul>
        </section>
      )
    }),
  )
  return (
    <ReachForm storeId={storeId} label={t('Reach.changesIn', { store: plainName(storeName) })}>
      {exact}
      <PossibleReaders count={possible?.length ?? 0} isOpen={exact?.length === 0}>
        {possible}
      </PossibleReaders>
    </ReachForm>
  )
}

export interface PossibleReadersProps {
  count: number
  /** whether there is nothing else to see */
  isOpen: boolean
  children: ReactNode
}

/** Folds readers of which it is not known whether they read it. */
export async function PossibleReaders({ count, isOpen, children }: PossibleReadersProps) {
  if (count === 0) return null
  const t = await texts()
  return (
    <details open={isOpen} className="border-b border-line last:border-b-0">
      <summary className="cursor-pointer px-4 py-2 text-ink-2 hover:bg-hover">
        {t('Reach.possibleReaders', { count })}
      </summary>
      {children}
    </details>
  )
}

export interface ReaderLineProps {
  reader: Reader
  title: string
  names: ReadonlyMap<string, string>
}

/** Shows a reader, when it read, and how certain that is. */
export async function ReaderLine({ reader, title, names }: ReaderLineProps) {
  const t = await texts()
  const { actor, sessionId, step, certainty, readAt } = reader
  return (
    <h3 className="flex flex-wrap items-center gap-x-2.5 gap-y-1 px-4 py-1.5">
      <WriterMark actor={actor} names={names} isDecoration />
      {sessionId === null ? (
        <span className="font-medium">
          <VisibleLabel text={title} />
        </span>
      ) : (
        <Link href={`/sessions/${sessionId}`} className="font-medium hover:underline">
          <VisibleLabel text={title} />
        </Link>
      )}
      <span className="text-xs text-ink-3">
        {t(certainty === 'exact' ? 'Reach.read' : 'Reach.mayHaveRead')} <LocalTime time={readAt} />
      </span>
      {step > 1 ? <Badge>{t('Reach.step', { step })}</Badge> : null}
    </h3>
  )
}

async function Row({ change: { version }, now }: { change: ReachedChange; now: number }) {
  const t = await texts()
  const { id, path, operation, ordinal } = version
  const shown = path ?? t('Memory.redactedPath')
  return (
    <li className="flex min-h-9 items-center gap-2.5 px-4 hover:bg-hover">
      <input
        type="checkbox"
        name="version"
        value={id}
        aria-label={t('Reach.choose', { path: plainName(shown), ordinal })}
        className="size-4 shrink-0"
      />
      <ChangeLetter kind={operation} label={t(`Changes.${operation}`)} />
      <Link
        href={`/stores/${version.storeId}?memory=${version.memoryId}&version=${id}`}
        className="min-w-0 font-mono text-xs font-medium wrap-anywhere hover:underline"
      >
        {path === null ? shown : <VisiblePath path={path} />}
      </Link>
      <span className="text-xs text-ink-3 tabular-nums">v{ordinal}</span>
      <span className="ml-auto flex shrink-0 items-center gap-2 text-xs text-ink-3">
        <RelativeTime time={version.createdAt} now={now} />
      </span>
    </li>
  )
}
