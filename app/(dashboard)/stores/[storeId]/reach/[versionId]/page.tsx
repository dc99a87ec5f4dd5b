import { Footprints } from 'lucide-react'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { KeyBar } from '@/components/frame/key-bar'
import { Page, PageHead } from '@/components/frame/page'
import { texts } from '@/components/i18n/server-texts'
import { PossibleReaders, ReachedChanges, ReaderLine } from '@/components/reach/reached-changes'
import { readersTitles } from '@/components/reach/readers-titles'
import { buttonVariants } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { SegmentedLinks } from '@/components/ui/segmented'
import { database } from '@/lib/db/open-database'
import { getStore } from '@/lib/store/stores/read-stores'
import { StoreError } from '@/lib/store/model/problems'
import { type Certainty, MAX_STEPS, type Reach, type ReachedChange } from '@/lib/store/model/reach'
import { reachOf } from '@/lib/store/reads/reach'
import { groupedBy } from '@/lib/text/grouped-by'
import { plainName } from '@/lib/text/plain-text'
import { storeOf } from '../../store-of'

export const dynamic = 'force-dynamic'

/** Changes of a page: an address can hold the choice of this many. */
const A_PAGE = 200

type Props = PageProps<'/stores/[storeId]/reach/[versionId]'>

export async function generateMetadata(props: Props): Promise<Metadata> {
  const t = await texts()
  const store = await storeOf((await props.params).storeId)
  return { title: `${t('Reach.title')} · ${plainName(store.name)}` }
}

/**
 * The reach of a version: its readers and what they changed afterwards, of which chosen changes can
 * be undone or quarantined.
 */
export default async function ReachPage(props: Props) {
  const t = await texts()
  const { storeId, versionId } = await props.params
  const store = await storeOf(storeId)
  const query = reachQuery(await props.searchParams)
  const reach = await reachNamed({ storeId, versionId, ...query })
  const { version, readers, changes } = reach
  const { titles, names } = await readersTitles(readers)
  const shown = changes.slice(query.from, query.from + A_PAGE)
  const byStore = groupedBy(shown, (change) => change.version.storeId)
  const memory = `/stores/${storeId}?memory=${version.memoryId}&version=${version.id}`
  const address = (more: { steps?: number; from?: number }) =>
    addressOf(`/stores/${storeId}/reach/${versionId}`, { ...query, from: 0, ...more })
  return (
    <Page kind="index">
      <PageHead
        crumbs={[
          { href: `/stores/${storeId}`, label: store.name },
          {
            href: memory,
            label: `${version.path ?? t('Memory.redactedPath')} v${version.ordinal}`,
          },
        ]}
        title={t('Reach.title')}
        meta={t('Reach.counts', { readers: readers.length, changes: changes.length })}
        guide="review"
        views={
          <SegmentedLinks
            label={t('Reach.steps')}
            segments={Array.from({ length: MAX_STEPS }, (_, index) => ({
              href: address({ steps: index + 1 }),
              label: t('Reach.stepCount', { count: index + 1 }),
              isCurrent: query.steps === index + 1,
            }))}
          />
        }
      />
      <p className="border-b border-line px-4 py-3 text-ink-2">{t('Reach.about')}</p>
      {reach.isWhole ? null : (
        <p role="note" className="border-b border-line px-4 py-2 text-caution">
          {t('Reach.notWhole')}
        </p>
      )}
      {readers.length === 0 ? (
        <EmptyState Icon={Footprints} title={t('Reach.nobody')}>
          {t('Reach.nobodyWhy')}
        </EmptyState>
      ) : null}
      {[...byStore].map(([id, inStore]) => (
        <StoreChanges key={id} storeId={id} changes={inStore} {...{ readers, titles, names }} />
      ))}
      {query.from + A_PAGE < changes.length ? (
        <p className="px-4 py-3">
          <Link href={address({ from: query.from + A_PAGE })} className={buttonVariants()}>
            {t('Reach.more', { count: changes.length - query.from - A_PAGE })}
          </Link>
        </p>
      ) : null}
      <OnlyReaders reach={reach} titles={titles} names={names} />
      <KeyBar keys={[]} />
    </Page>
  )
}

interface Titled {
  titles: readonly string[]
  names: ReadonlyMap<string, string>
}

async function StoreChanges({
  storeId,
  changes,
  readers,
  titles,
  names,
}: Titled & { storeId: string; changes: readonly ReachedChange[]; readers: Reach['readers'] }) {
  const now = requestTime()
  const t = await texts()
  const { name } = await getStore(database(), storeId)
  return (
    <section className="border-b border-line">
      <h2 className="px-4 pt-3 font-semibold">
        {t('Reach.changesIn', { store: plainName(name) })}{' '}
        <span className="font-normal text-ink-3 tabular-nums">{changes.length}</span>
      </h2>
      <ReachedChanges storeName={name} {...{ storeId, changes, readers, titles, names, now }} />
    </section>
  )
}

/** Lists the readers that changed nothing since. */
async function OnlyReaders({ reach, titles, names }: Titled & { reach: Reach }) {
  const t = await texts()
  const changers = new Set(reach.changes.map(({ reader }) => reader))
  const only = reach.readers.flatMap((reader, place) =>
    changers.has(place) ? [] : [{ reader, title: titles[place] ?? '' }],
  )
  if (only.length === 0) return null
  const linesOf = (certainty: Certainty) =>
    only
      .filter(({ reader }) => reader.certainty === certainty)
      .map(({ reader, title }) => (
        <ReaderLine
          key={reader.sessionId ?? reader.actor.id}
          reader={reader}
          title={title}
          names={names}
        />
      ))
  const [exact, possible] = [linesOf('exact'), linesOf('possible')]
  return (
    <section className="py-2">
      <h2 className="px-4 py-1 font-semibold">
        {t('Reach.onlyRead')}{' '}
        <span className="font-normal text-ink-3 tabular-nums">{only.length}</span>
      </h2>
      {exact}
      <PossibleReaders count={possible.length} isOpen={exact.length === 0}>
        {possible}
      </PossibleReaders>
    </section>
  )
}

interface ReachQuery {
  steps: number
  /** the changeset whose earlier versions of the memory count too */
  changesetId: string | undefined
  from: number
}

function reachQuery(search: Awaited<Props['searchParams']>): ReachQuery {
  const steps = Number(search.steps)
  const from = Number(search.from)
  return {
    steps: Number.isSafeInteger(steps) && steps >= 1 && steps <= MAX_STEPS ? steps : 1,
    changesetId: typeof search.changeset === 'string' ? search.changeset : undefined,
    from: Number.isSafeInteger(from) && from > 0 ? from : 0,
  }
}

function addressOf(page: string, { steps, changesetId, from }: ReachQuery): string {
  const query = new URLSearchParams()
  if (steps > 1) query.set('steps', String(steps))
  if (changesetId !== undefined) query.set('changeset', changesetId)
  if (from > 0) query.set('from', String(from))
  return query.size === 0 ? page : `${page}?${query}`
}

async function reachNamed(input: {
  storeId: string
  versionId: string
  steps: number
  changesetId: string | undefined
}): Promise<Reach> {
  try {
    return await reachOf(database(), input)
  } catch (error) {
    if (error instanceof StoreError) notFound()
    throw error
  }
}

function requestTime(): number {
  return Date.now()
}
