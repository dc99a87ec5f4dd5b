import type { Metadata } from 'next'
import { Coins } from 'lucide-react'
import { KeyBar } from '@/components/frame/key-bar'
import { Page, PageHead } from '@/components/frame/page'
import { formats, texts } from '@/components/i18n/server-texts'
import { EmptyState } from '@/components/ui/empty-state'
import { LocalTime } from '@/components/ui/local-time'
import { SegmentedLinks } from '@/components/ui/segmented'
import { StepKeys } from '@/components/ui/step-keys'
import { MIN_SESSIONS } from '@/lib/costs/costly-memories'
import { type StoreCost, storeCost } from '@/lib/costs/store-cost'
import { database } from '@/lib/db/open-database'
import { DAY_MS } from '@/lib/text/day-ms'
import { plainName } from '@/lib/text/plain-text'
import { storeOf } from '../store-of'
import { CostFigures } from './cost-figures'
import { CostRows } from './cost-rows'
import { costSentence } from './cost-sentence'

export const dynamic = 'force-dynamic'

const PERIODS = [1, 7, 30] as const
/** Memories shown of each group, and of each once more are asked for. */
const SHOWN = 12
const MORE_SHOWN = 200

export async function generateMetadata(
  props: PageProps<'/stores/[storeId]/cost'>,
): Promise<Metadata> {
  const t = await texts()
  const { name } = await storeOf((await props.params).storeId)
  return { title: `${t('Cost.title')} · ${plainName(name)}` }
}

/**
 * Shows what a store's memory costs the sessions of a period (`?days=`), and what came of it;
 * `?shown=more`: of more memories.
 */
export default async function CostPage(props: PageProps<'/stores/[storeId]/cost'>) {
  const t = await texts()
  const store = await storeOf((await props.params).storeId)
  const { days: asked, shown } = await props.searchParams
  const days = PERIODS.find((each) => String(each) === asked) ?? 30
  const now = requestTime()
  const address = `/stores/${store.id}/cost?days=`
  const limit = shown === 'more' ? MORE_SHOWN : SHOWN
  const input = { storeId: store.id, since: now - days * DAY_MS, now, limit }
  const cost = await storeCost(database(), input)
  const hasRows = cost !== null && (cost.sessions > 0 || cost.observed.sessions > 0)
  return (
    <Page kind="index">
      <PageHead
        crumbs={[
          { href: '/stores', label: t('Store.stores') },
          { href: `/stores/${store.id}`, label: store.name },
        ]}
        title={t('Cost.title')}
        meta={cost ? <CostMeta cost={cost} /> : null}
        guide="why"
        views={
          <SegmentedLinks
            label={t('Cost.period')}
            segments={PERIODS.map((each) => ({
              href: `${address}${each}`,
              label: t(`Cost.days${each}`),
              isCurrent: each === days,
            }))}
          />
        }
      />
      {hasRows ? (
        <>
          <Saying cost={cost} />
          <CostRows
            store={{ id: store.id, isArchived: store.archivedAt !== null }}
            cost={cost}
            isJudged={isJudged(cost)}
            moreHref={limit === SHOWN ? `${address}${days}&shown=more` : null}
          />
        </>
      ) : (
        <EmptyState Icon={Coins} title={t('Cost.none')}>
          {t('Cost.noneHint')}
        </EmptyState>
      )}
      <StepKeys selector="[data-cost-row]" />
      <KeyBar keys={hasRows ? ['steps', 'openRow'] : []} />
    </Page>
  )
}

async function CostMeta({ cost }: { cost: StoreCost }) {
  const t = await texts()
  const { since, sessions, observed, countedSince } = cost
  // What other programs read is known from before.
  const isAllCounted = countedSince === null || (sessions === 0 && observed.sessions > 0)
  return (
    <>
      {sessions === 0 ? null : <span>{t('Cost.sessions', { count: sessions })}</span>}
      <span>
        {isAllCounted
          ? t.rich('Cost.since', { time: () => <LocalTime time={since} /> })
          : t.rich('Cost.countedSince', { time: () => <LocalTime time={countedSince} /> })}
      </span>
    </>
  )
}

async function Saying({ cost }: { cost: StoreCost }) {
  const { sentence, hint } = costSentence(cost, isJudged(cost), {
    t: await texts(),
    format: await formats(),
  })
  return (
    <div className="flex flex-wrap items-end gap-x-8 gap-y-4 border-b border-line px-5 pt-5 pb-4">
      <div className="min-w-60 flex-1">
        <h2 className="text-[22px] leading-tight font-semibold tracking-[-0.015em] text-balance">
          {sentence}
        </h2>
        <p className="mt-1 text-ink-2">{hint}</p>
      </div>
      {cost.sessions === 0 ? null : <CostFigures cost={cost} />}
    </div>
  )
}

/** Returns whether there were enough sessions, and anywhere that an effect could have been seen. */
function isJudged({ sessions, lookedAt }: StoreCost): boolean {
  return sessions >= MIN_SESSIONS && lookedAt.tests + lookedAt.answers > 0
}

/** Returns the time of the request, in milliseconds since 1970. */
function requestTime(): number {
  return Date.now()
}
