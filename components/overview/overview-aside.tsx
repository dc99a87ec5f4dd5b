import { Flag } from 'lucide-react'
import { VisibleLabel } from '@/components/content/visible-label'
import { VisibleText } from '@/components/content/visible-line'
import { VisiblePath } from '@/components/content/visible-path'
import { formats, texts } from '@/components/i18n/server-texts'
import { Link } from '@/components/ui/link'
import { RelativeTime } from '@/components/ui/relative-time'
import type { FirstRead } from '@/lib/store/reads/first-read'
import type { ListedMoment } from '@/lib/store/model/named-moment'
import type { ReadMemory, NeverRead } from '@/lib/store/reads/reading-habits'
import { plainName } from '@/lib/text/plain-text'
import { shownSize } from '@/lib/text/shown-size'
import { OverviewSection } from './section'
import { Bar } from './writers'

export interface OverviewAsideProps {
  storeId: string
  first: FirstRead | null
  read: readonly ReadMemory[]
  /** null: nothing was read */
  unread: NeverRead | null
  moments: readonly ListedMoment[]
  /** days over which reads are counted */
  days: number
  now: number
}

/** Shows what agents read of a store and what they do not, and its named moments. */
export async function OverviewAside(props: OverviewAsideProps) {
  const t = await texts()
  const { storeId, first, read, unread, moments, days, now } = props
  const addressOf = (memoryId: string) => `/stores/${storeId}?memory=${memoryId}`
  const format = await formats()
  return (
    <div className="[&>section:first-child]:border-t-0">
      {first ? (
        <OverviewSection title={t('Overview.first')}>
          <Link
            href={addressOf(first.memoryId)}
            className="-mx-1 grid gap-1 rounded-card bg-accent-bg px-3 py-2.5"
          >
            <span className="flex flex-wrap items-baseline justify-between gap-x-2">
              <span className="min-w-0 truncate font-mono text-xs font-semibold">
                <VisiblePath path={first.path.slice(1)} />
              </span>
              <span className="text-xs text-ink-3 tabular-nums">
                {t('Overview.sizeVersions', {
                  size: shownSize(format, first.size),
                  count: first.versionCount,
                })}
              </span>
            </span>
            {first.line === null ? null : (
              <span className="line-clamp-3 wrap-anywhere">
                <VisibleText text={first.line} />
              </span>
            )}
            {first.leftOut ? (
              <span className="text-xs text-caution">
                {t('Overview.leftOut', { count: first.leftOut })}
              </span>
            ) : null}
          </Link>
        </OverviewSection>
      ) : null}
      <OverviewSection title={t('Overview.mostRead')} note={t('Overview.days', { count: days })}>
        {read.length === 0 ? <p className="text-ink-3">{t('Overview.notRead')}</p> : null}
        <ul>
          {read.map(({ memoryId, path, readCount }) => (
            <li key={memoryId} className="flex min-h-6 items-center gap-2 text-xs">
              <PathLink href={addressOf(memoryId)} path={path} />
              <span className="w-14 shrink-0">
                <Bar share={(100 * readCount) / Math.max(1, read[0]?.readCount ?? 1)} />
              </span>
              <span className="min-w-6 text-right tabular-nums">{readCount}</span>
            </li>
          ))}
        </ul>
      </OverviewSection>
      {unread && unread.memoryCount > 0 ? (
        <OverviewSection
          title={t('Overview.never')}
          note={`${format.number(unread.memoryCount)} · ${shownSize(format, unread.byteSize)}`}
        >
          <ul>
            {unread.largest.map(({ memoryId, path, size, changedAt }) => (
              <li key={memoryId} className="flex min-h-6 items-center gap-2 text-xs">
                <PathLink href={addressOf(memoryId)} path={path} />
                <span className="shrink-0 text-ink-3 tabular-nums">{shownSize(format, size)}</span>
                <span className="w-9 shrink-0 text-right text-ink-3">
                  <RelativeTime time={changedAt} now={now} />
                </span>
              </li>
            ))}
          </ul>
        </OverviewSection>
      ) : null}
      {moments.length === 0 ? null : (
        <OverviewSection title={t('Time.named')}>
          <ul>
            {moments.map(({ sequence, name, changesSince }) => (
              <li key={sequence} className="flex min-h-6 items-center gap-2 text-xs">
                <Flag size={13} aria-hidden className="shrink-0 text-ink-3" />
                <Link
                  href={`/stores/${storeId}?at=${sequence}`}
                  title={plainName(name)}
                  className="min-w-0 truncate font-medium leading-6 hover:underline"
                >
                  <VisibleLabel text={name} />
                </Link>
                <span className="ml-auto shrink-0 text-ink-3 tabular-nums">
                  {t('Overview.since', { count: changesSince })}
                </span>
              </li>
            ))}
          </ul>
        </OverviewSection>
      )}
    </div>
  )
}

function PathLink({ href, path }: { href: string; path: string }) {
  return (
    <Link
      href={href}
      title={plainName(path)}
      className="min-w-0 flex-1 truncate font-mono text-[11.5px] leading-6 hover:underline"
    >
      <VisiblePath path={path.slice(1)} />
    </Link>
  )
}
