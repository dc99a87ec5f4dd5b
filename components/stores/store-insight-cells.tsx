import { Coins, EyeOff, Gauge, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { WriterMark } from '@/components/history/writer-mark'
import { VisiblePath } from '@/components/content/visible-path'
import { VisibleLabel } from '@/components/content/visible-label'
import { formats, texts } from '@/components/i18n/server-texts'
import { buttonVariants } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import type { CostlyMemory } from '@/lib/costs/costly-memories'
import type { MemoryStore } from '@/lib/store/model/memory-store'
import type { TidyFinding } from '@/lib/store/stores/store-limits'
import { shownSize } from '@/lib/text/shown-size'
import { MAX_UNREVIEWED, type StoreInsights } from './store-insights'

/** Fills a cell while its figure is counted, at the same height. */
export function CellSkeleton() {
  return (
    <span aria-hidden data-filled className="skeleton block h-[22px] w-14 rounded-mark bg-track" />
  )
}

interface CellProps {
  storeId: string
  insights: Promise<StoreInsights>
}

/** Shows the writers of a store in the last 30 days. */
export async function StoreWriters({ storeId, insights }: CellProps) {
  const { writers, names } = await insights
  const found = writers.get(storeId)
  if (!found || found.actors.length === 0) return null
  const more = found.count - found.actors.length
  return (
    <span data-filled className="flex h-[22px] items-center gap-1">
      {found.actors.map((actor) => (
        <WriterMark key={actor.id} actor={actor} names={names} />
      ))}
      {more > 0 ? <span className="text-xs text-ink-3">+{more}</span> : null}
    </span>
  )
}

/** What waits for a person in a store: changesets, and open findings; nothing if nothing does. */
export async function StoreToReview({ storeId, insights }: CellProps) {
  const t = await texts()
  const format = await formats()
  const { unreviewed, found } = await insights
  const count = unreviewed.get(storeId)
  const findings = found.get(storeId)
  if (count === undefined && !findings) return null
  const isGrave = findings?.level === 'critical' || findings?.level === 'high'
  return (
    <span data-filled className="flex flex-wrap items-center gap-x-3 gap-y-1 whitespace-nowrap">
      {count === undefined ? null : (
        <Link
          href={`/review?store=${storeId}`}
          className="rounded-full bg-accent-bg px-2 py-0.5 text-xs font-medium text-accent hover:underline"
        >
          {t('Stores.changesets', { count })}
          {count >= MAX_UNREVIEWED ? '+' : null}
          <span className="sr-only">{` ${t('Store.toReview')}`}</span>
        </Link>
      )}
      {findings ? (
        <Link
          href={`/stores/${storeId}/changes#findings`}
          className={classNames(
            'inline-flex items-center gap-1 text-xs font-medium tabular-nums hover:underline',
            isGrave ? 'text-removed' : 'text-caution',
          )}
        >
          <TriangleAlert size={14} strokeWidth={1.75} aria-hidden />
          {format.number(findings.count)}
          <span className="sr-only">{t('Stores.openFindings', { count: findings.count })}</span>
        </Link>
      ) : null}
    </span>
  )
}

export interface WorthTidyingProps {
  stores: readonly MemoryStore[]
  insights: Promise<StoreInsights>
}

/** Lists the memories that nobody reads, that cost much for nothing, or are too large for one read. */
export async function WorthTidying({ stores, insights }: WorthTidyingProps) {
  const t = await texts()
  const { tidy, costly } = await insights
  const findings = [...tidy.findings, ...(await costly)]
  const nameOf = new Map(stores.map(({ id, name }) => [id, name]))
  if (findings.length === 0) return null
  return (
    <section
      aria-labelledby="tidying"
      className="m-5 overflow-hidden rounded-card shadow-[inset_0_0_0_1px_var(--line)] max-md:mx-4"
    >
      <h2 id="tidying" className="bg-well px-3.5 py-2 text-xs font-semibold text-ink-2">
        {t('Stores.tidying')}
      </h2>
      <ul>
        {findings.map((finding) => (
          <Finding
            key={`${finding.kind} ${finding.kind === 'never_read' ? finding.storeId : finding.memoryId}`}
            finding={finding}
            storeName={nameOf.get(finding.storeId) ?? ''}
          />
        ))}
      </ul>
    </section>
  )
}

interface FindingProps {
  finding: TidyFinding | CostlyMemory
  storeName: string
}

async function Finding({ finding, storeName }: FindingProps) {
  const t = await texts()
  const format = await formats()
  const store = <VisibleLabel text={storeName} />
  switch (finding.kind) {
    case 'never_read':
      return (
        <FindingRow
          Icon={EyeOff}
          note={t('Stores.neverReadSize', { size: shownSize(format, finding.byteSize) })}
          href={`/stores/${finding.storeId}`}
          act={t('Stores.lookAtStore')}
        >
          {t.rich('Stores.neverRead', {
            count: finding.memoryCount,
            of: finding.of,
            store: () => store,
          })}
        </FindingRow>
      )
    case 'over_one_read':
      return (
        <FindingRow
          Icon={Gauge}
          note={store}
          href={`/stores/${finding.storeId}?memory=${finding.memoryId}`}
          act={t('Stores.lookAtMemory')}
        >
          {t.rich('Stores.overOneRead', {
            size: shownSize(format, finding.size),
            path: () => <PathAsCode path={finding.path} />,
          })}
        </FindingRow>
      )
    case 'costly':
      return (
        <FindingRow
          Icon={Coins}
          note={store}
          href={`/stores/${finding.storeId}/cost`}
          act={t('Stores.lookAtCost')}
        >
          {t.rich('Stores.costly', {
            tokens: finding.tokens,
            tests: finding.tests,
            path: () => <PathAsCode path={finding.path} />,
          })}
        </FindingRow>
      )
  }
}

function PathAsCode({ path }: { path: string }) {
  return (
    <code>
      <VisiblePath path={path} />
    </code>
  )
}

interface FindingRowProps {
  Icon: LucideIcon
  /** a few words below */
  note: ReactNode
  href: string
  act: string
  children: ReactNode
}

function FindingRow({ Icon, note, href, act, children }: FindingRowProps) {
  return (
    <li className="flex items-center gap-3 border-t border-line px-3.5 py-2.5">
      <Icon size={15} aria-hidden className="shrink-0 text-caution" />
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{children}</span>
        <span className="block text-xs text-ink-3">{note}</span>
      </span>
      <Link href={href} className={buttonVariants({ size: 'small' })}>
        {act}
      </Link>
    </li>
  )
}
