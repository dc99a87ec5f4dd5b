import { ChevronRight, Scissors } from 'lucide-react'
import type { ReactNode } from 'react'
import { PathInLine } from '@/components/content/visible-path'
import { formats, texts } from '@/components/i18n/server-texts'
import { ActWords } from '@/components/frame/page'
import { buttonVariants } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import type { KnownEffect } from '@/lib/costs/known-effects'
import { type CostGroup, type MemoryCost, type StoreCost, tokensOf } from '@/lib/costs/store-cost'

interface CostRowsProps {
  store: { id: string; isArchived: boolean }
  cost: StoreCost
  /** whether it may be said of a memory that nothing came of it */
  isJudged: boolean
  /** the page with more of each group; null: it is this one */
  moreHref: string | null
}

/** The memories of a store by what they cost: those of which nothing came, then the others. */
export async function CostRows({ store, cost, isJudged, moreHref }: CostRowsProps) {
  const t = await texts()
  const { idle, used, observed, sessions } = cost
  const groups = [
    {
      ...{ key: 'idle', group: idle, sessions },
      title: t(isJudged ? 'Cost.idle' : 'Cost.byTokens'),
      canAct: isJudged && !store.isArchived,
    },
    { key: 'used', group: used, sessions, title: t('Cost.used'), canAct: false },
    {
      ...{ key: 'observed', group: observed, sessions: observed.sessions },
      title: t('Cost.observed'),
      canAct: false,
    },
  ].filter(({ group }) => group.count > 0)
  const largest = Math.max(
    1,
    ...groups.flatMap(({ group, sessions: of }) =>
      group.memories.map((memory) => tokensOf(memory) / of),
    ),
  )
  return (
    <div>
      {groups.map(({ key, ...shown }, index) => (
        <GroupOfRows key={key} storeId={store.id} {...{ largest, moreHref }} {...shown}>
          {index === 0 ? <Legend /> : null}
        </GroupOfRows>
      ))}
      {cost.listedTokens === 0 ? null : <Listed tokens={cost.listedTokens / sessions} />}
    </div>
  )
}

interface GroupProps {
  storeId: string
  title: string
  group: CostGroup
  sessions: number
  /** tokens a session of the longest bar */
  largest: number
  canAct: boolean
  moreHref: string | null
  children: ReactNode
}

async function GroupOfRows({
  storeId,
  title,
  group,
  sessions,
  largest,
  canAct,
  moreHref,
  children,
}: GroupProps) {
  const t = await texts()
  const format = await formats()
  const shown = group.memories.reduce((sum, memory) => sum + tokensOf(memory), 0)
  const more = group.count - group.memories.length
  const tokens = (sum: number) => shortNumber(format, sum / sessions)
  return (
    <section aria-label={title}>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-line bg-well px-5 py-2 text-xs">
        <h3 className="font-semibold">{title}</h3>
        <span className="text-ink-3 tabular-nums">
          {t('Cost.ofGroup', { count: group.count, tokens: tokens(group.tokens) })}
        </span>
        {children}
      </div>
      <ul aria-label={title}>
        {group.memories.map((memory) => (
          <Row key={memory.memoryId} {...{ storeId, memory, sessions, largest, canAct }} />
        ))}
      </ul>
      {more > 0 ? (
        <More href={moreHref}>
          {t('Cost.more', { count: more, tokens: tokens(group.tokens - shown) })}
        </More>
      ) : null}
    </section>
  )
}

function More({ href, children }: { href: string | null; children: ReactNode }) {
  const look = 'flex min-h-11 items-center gap-2 border-b border-line px-5 py-3 text-xs text-ink-2'
  if (href === null) return <p className={look}>{children}</p>
  return (
    <Link
      href={href}
      scroll={false}
      className={classNames(
        look,
        'hover:bg-hover hover:text-ink focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent',
      )}
    >
      <ChevronRight size={14} aria-hidden /> {children}
    </Link>
  )
}

interface RowProps extends Pick<GroupProps, 'storeId' | 'sessions' | 'largest' | 'canAct'> {
  memory: MemoryCost
}

async function Row({ storeId, memory, sessions, largest, canAct }: RowProps) {
  const t = await texts()
  const format = await formats()
  const { memoryId, path, freshTokens, againTokens } = memory
  const address = `/stores/${storeId}?memory=${memoryId}`
  const tokens = shortNumber(format, tokensOf(memory) / sessions)
  const wide = (sum: number) => `${(sum / sessions / largest) * 100}%`
  const readIn = t('Cost.readIn', { count: memory.sessions })
  const effect = await effectWords(memory.effect)
  return (
    <li className="relative grid min-h-11 grid-cols-[minmax(0,1fr)_3.5rem_2rem] items-center gap-x-4 border-b border-line px-5 hover:bg-hover md:grid-cols-[minmax(0,1fr)_minmax(5rem,11rem)_4rem_9rem_minmax(0,12rem)_7rem]">
      <span className="min-w-0 py-2">
        <Link
          href={address}
          data-cost-row=""
          className="block truncate font-mono text-xs font-semibold after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
        >
          <PathInLine path={path} />
        </Link>
        <span className="block text-xs text-ink-2 md:hidden">
          {readIn}, {effect}
        </span>
      </span>
      <span
        role="img"
        aria-label={t('Cost.bar', {
          fresh: shortNumber(format, freshTokens / sessions),
          again: shortNumber(format, againTokens / sessions),
        })}
        className="flex h-2.5 gap-px max-md:hidden"
      >
        <i
          className={classNames('block rounded-[2px]', FRESH)}
          style={{ width: wide(freshTokens) }}
        />
        <i
          className={classNames('block rounded-[2px]', AGAIN)}
          style={{ width: wide(againTokens) }}
        />
      </span>
      <b className="text-right font-semibold tabular-nums">{tokens}</b>
      <span
        className="text-ink-2 max-md:hidden"
        title={
          memory.requests === null ? undefined : t('Cost.requests', { count: memory.requests })
        }
      >
        {readIn}
      </span>
      <span className="min-w-0 text-ink-2 max-md:hidden">{effect}</span>
      <span className="relative justify-self-end">
        {canAct ? (
          <Link href={`${address}&view=edit`} className={buttonVariants({ size: 'small' })}>
            <Scissors size={14} aria-hidden /> <ActWords>{t('Cost.shorten')}</ActWords>
          </Link>
        ) : null}
      </span>
    </li>
  )
}

const FRESH = 'bg-ink-2'
const AGAIN =
  'bg-[repeating-linear-gradient(135deg,var(--control)_0_1px,transparent_1px_4px)] shadow-[inset_0_0_0_1px_var(--control)]'

async function Legend() {
  const t = await texts()
  return (
    <span className="ml-auto flex items-center gap-3 text-ink-3 max-md:hidden">
      {[
        { look: FRESH, name: t('Cost.fresh') },
        { look: AGAIN, name: t('Cost.again') },
      ].map(({ look, name }) => (
        <span key={name} className="flex items-center gap-1.5">
          <i aria-hidden className={classNames('block size-3 rounded-[2px]', look)} /> {name}
        </span>
      ))}
    </span>
  )
}

async function effectWords({ answers, tests }: KnownEffect): Promise<string> {
  const t = await texts()
  if (answers + tests === 0) return t('Cost.nothingKnown')
  const parts = [
    ...(answers === 0 ? [] : [t('Cost.causes', { count: answers })]),
    ...(tests === 0 ? [] : [t('Cost.readByTests', { count: tests })]),
  ]
  return parts.join(', ')
}

async function Listed({ tokens }: { tokens: number }) {
  const t = await texts()
  const shown = shortNumber(await formats(), tokens)
  return <p className="px-5 py-3 text-xs text-ink-2">{t('Cost.listed', { tokens: shown })}</p>
}

function shortNumber(format: Awaited<ReturnType<typeof formats>>, tokens: number): string {
  const whole = Math.round(tokens)
  return format.number(whole, whole < 1_000 ? {} : { notation: 'compact' })
}
