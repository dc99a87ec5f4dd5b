import { Clock } from 'lucide-react'
import { VisibleLabel } from '@/components/content/visible-label'
import { WriterMark } from '@/components/history/writer-mark'
import { formats, texts } from '@/components/i18n/server-texts'
import { Link } from '@/components/ui/link'
import type { Changeset } from '@/lib/review/model/changeset'
import type { Proposal } from '@/lib/store/model/proposal'
import { inboxRowLook } from '../inbox/inbox-row-look'
import { Sentence } from '../inbox/sentence'

export interface WaitingRowsProps {
  proposals: readonly Proposal[]
  /** number of all that wait */
  count: number
  changesets: ReadonlyMap<string, Changeset>
  /** of their changesets, by id: see `ChangesetTitles` */
  titles: ReadonlyMap<string, string>
  agents: ReadonlyMap<string, string>
  subjects: ReadonlyMap<string, string>
  /** of those who want to write, by id */
  names: ReadonlyMap<string, string>
  /** milliseconds since 1970 */
  now: number
  /** whether one is beside the list, and its id; null: another one is */
  isPreviewed: boolean
  chosen: string | null
  /** the store that all are for, whose name its page has said; left out: each says its own */
  storeId?: string
}

/** The writes that wait, on top of the inbox: an agent waits with each. */
export async function WaitingRows(props: WaitingRowsProps) {
  const { proposals, count, changesets, agents, subjects, names, now, chosen, isPreviewed } = props
  const { storeId } = props
  if (proposals.length === 0) return null
  const t = await texts()
  const format = await formats()
  return (
    <section aria-label={t('Review.waiting')}>
      <h2 className="px-4 pt-3 pb-1 text-xs font-medium text-caution">
        {t('Review.waiting')} <span className="font-normal tabular-nums">{count}</span>
      </h2>
      <ul>
        {proposals.map(({ id, changesetId, actor, kind, path, lapsesAt }) => (
          <li
            key={id}
            data-follow={isPreviewed ? id : undefined}
            className={inboxRowLook(id === chosen)}
          >
            <span className="pt-0.5">
              <WriterMark actor={actor} names={names} isDecoration />
            </span>
            <div className="min-w-0 flex-1">
              <div className="flex items-baseline gap-2">
                <Link
                  href={`/review/${changesetId}#${id}`}
                  data-inbox-row
                  data-waiting-row
                  aria-current={id === chosen ? 'true' : undefined}
                  className="min-w-0 truncate row-link"
                >
                  <Sentence
                    agent={agents.get(changesetId) ?? ''}
                    title={t(`Review.wantsTo_${kind}`, {
                      who: agents.get(changesetId) ?? '',
                      path: path.slice(1),
                    })}
                  />
                </Link>
                <span className="ml-auto flex shrink-0 items-center gap-1 text-xs font-medium text-caution">
                  <Clock size={13} aria-hidden />
                  {lapsesAt === null
                    ? t('Review.waits')
                    : t('Review.lapses', { when: format.relativeTime(lapsesAt, now) })}
                </span>
              </div>
              <p className="mt-0.5 truncate text-xs text-ink-2">
                {[
                  subjects.get(changesetId),
                  storeId === undefined ? changesets.get(changesetId)?.storeName : undefined,
                ]
                  .filter((text) => text !== undefined)
                  .map((text, at) => (
                    <span
                      key={at}
                      className="before:mx-1.5 before:content-['·'] first:before:hidden"
                    >
                      <VisibleLabel text={text} />
                    </span>
                  ))}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
