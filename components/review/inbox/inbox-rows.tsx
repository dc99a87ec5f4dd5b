import type { ReactNode } from 'react'
import { CommentSigns } from '@/components/comments/comment-signs'
import { WriterMark } from '@/components/history/writer-mark'
import { VisibleLabel } from '@/components/content/visible-label'
import { texts } from '@/components/i18n/server-texts'
import { Link } from '@/components/ui/link'
import { RelativeTime } from '@/components/ui/relative-time'
import type { Changeset } from '@/lib/review/model/changeset'
import { type InboxAddress, inboxAddress } from './inbox-address'
import { inboxRowLook } from './inbox-row-look'
import { Sentence } from './sentence'
import { TellingReasons } from './telling-reasons'

export interface InboxRowsProps {
  label: string
  /** what can be done with all of them */
  acts?: ReactNode
  changesets: readonly Changeset[]
  /** see `ChangesetTitles` */
  titles: ReadonlyMap<string, string>
  agents: ReadonlyMap<string, string>
  subjects: ReadonlyMap<string, string>
  /** of those who wrote them, by id */
  names: ReadonlyMap<string, string>
  /** ids of those of which all is decided, and only to be applied */
  toApply: ReadonlySet<string>
  /** milliseconds since 1970 */
  now: number
  /** of the list that shows a chosen one beside it; null: nothing is shown there */
  place: InboxAddress | null
  /** the id of the one beside the list */
  chosen: string | null
  /** the store that all are of, whose name its page has said; left out: each says its own */
  storeId?: string
}

/** Changesets under a heading, a line each. */
export function InboxRows({ label, acts, changesets, ...rows }: InboxRowsProps) {
  if (changesets.length === 0) return null
  return (
    <section aria-label={label}>
      <div className="flex flex-wrap items-center justify-between gap-x-2 px-4 pt-3 pb-1">
        <h2 className="text-xs font-medium text-ink-2">
          {label} <span className="font-normal text-ink-3 tabular-nums">{changesets.length}</span>
        </h2>
        {acts}
      </div>
      <ul>
        {changesets.map((changeset) => (
          <Row key={changeset.id} changeset={changeset} {...rows} />
        ))}
      </ul>
    </section>
  )
}

interface RowProps extends Omit<InboxRowsProps, 'label' | 'acts' | 'changesets'> {
  changeset: Changeset
}

async function Row({ changeset, titles, agents, subjects, names, now, place, ...row }: RowProps) {
  const { chosen, storeId } = row
  const { id, actor, storeName } = changeset
  const isChosen = id === chosen
  const subject = subjects.get(id)
  return (
    <li data-follow={place === null ? undefined : id} className={inboxRowLook(isChosen)}>
      <span className="pt-0.5">
        <WriterMark actor={actor} names={names} isDecoration />
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline gap-2">
          <Link
            href={`/review/${id}`}
            data-inbox-row
            aria-current={isChosen ? 'true' : undefined}
            className="min-w-0 truncate row-link max-md:line-clamp-2 max-md:whitespace-normal"
          >
            <Sentence title={titles.get(id) ?? ''} agent={agents.get(id) ?? ''} />
          </Link>
          <span className="ml-auto shrink-0 text-xs text-ink-3">
            <RelativeTime time={changeset.lastChangedAt} now={now} />
          </span>
        </div>
        <div className="mt-0.5 flex min-w-0 items-center gap-x-2 text-xs text-ink-2">
          <span className="min-w-0 truncate">
            <Standing changeset={changeset} isToApply={row.toApply.has(id)} />
            {subject === undefined ? null : (
              <span className="before:mx-1.5 before:content-['·'] first:before:hidden">
                <VisibleLabel text={subject} />
              </span>
            )}
            {storeId === undefined ? (
              <span className="before:mx-1.5 before:content-['·'] first:before:hidden">
                <VisibleLabel text={storeName} />
              </span>
            ) : null}
          </span>
          <span className="ml-auto shrink-0">
            <CommentSigns open={changeset.openComments} answered={changeset.answeredComments} />
          </span>
        </div>
      </div>
      {isChosen || place === null ? null : (
        <Link
          href={inboxAddress({ ...place, open: id })}
          replace
          scroll={false}
          tabIndex={-1}
          aria-hidden
          className="absolute inset-y-0 left-0 hidden w-12 lg:block"
        />
      )}
    </li>
  )
}

/** What is to be done about a changeset, or why to look at it; nothing where neither is to be said. */
async function Standing({ changeset, isToApply }: { changeset: Changeset; isToApply: boolean }) {
  const t = await texts()
  const { isExamined, reasons, hunkCount } = changeset
  if (!isExamined) return <span className="text-ink-3">{t('Review.beingExamined')}</span>
  if (!isToApply) return <TellingReasons reasons={reasons} />
  return (
    <span className="font-medium text-accent">{t('Review.toApply', { count: hunkCount })}</span>
  )
}
