import { ArrowLeftRight, GitCompareArrows, RotateCcw, Undo2 } from 'lucide-react'
import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { KeyBar } from '@/components/frame/key-bar'
import { ActWords, Page, PageHead } from '@/components/frame/page'
import { texts } from '@/components/i18n/server-texts'
import { buttonVariants } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { database } from '@/lib/db/open-database'
import { countChangedLines } from '@/lib/store/versions/version-texts'
import { lastRun } from '@/lib/store/changes/sessions'
import { kindOf } from '@/lib/store/model/memory-change'
import { listNamedMoments } from '@/lib/store/time/named-moments'
import { netChanges } from '@/lib/store/changes/net-changes'
import { plainName } from '@/lib/text/plain-text'
import { storeOf } from '../store-of'
import { momentText } from './address-moment'
import { comparedEnd } from './compared-ends'
import { comparisonAddress, shownPart } from './comparison-address'
import { CopyLink } from './copy-link'
import { FileList } from './file-list'
import { FilePane } from './file-pane'
import { KindFilter } from './kind-filter'
import { kindTotals } from './kind-totals'
import { MomentEnd, MomentWords } from './moment-end'
import { MomentRange } from './moment-range'
import { Presets } from './presets'
import { storeTime } from './store-time'

export const dynamic = 'force-dynamic'

/** Memories in the list at once. */
const PAGE = 500

/** Limit on the contents compared to count changed lines. */
const MAX_COUNTED_BYTES = 32 * 2 ** 20

export async function generateMetadata(
  props: PageProps<'/stores/[storeId]/compare'>,
): Promise<Metadata> {
  const t = await texts()
  return {
    title: `${t('Changes.title')} · ${plainName((await storeOf((await props.params).storeId)).name)}`,
  }
}

/** A store's difference between two moments: the changed memories, and the difference of one. */
export default async function ComparePage(props: PageProps<'/stores/[storeId]/compare'>) {
  const t = await texts()
  const store = await storeOf((await props.params).storeId)
  const search = await props.searchParams
  const run = await lastRun(database(), store.id)
  const [from, to] = await Promise.all([
    comparedEnd(database(), {
      store,
      end: 'from',
      search,
      otherwise: { sequence: run?.after ?? 0 },
    }),
    comparedEnd(database(), { store, end: 'to', search, otherwise: 'now' }),
  ])
  const part = shownPart(search)
  const address = (shown: Partial<typeof part> = {}) =>
    comparisonAddress(store.id, from.asked, to.asked, { view: part.view, ...shown })
  const isSent = from.way !== null || to.way !== null
  // The form's query is long; the address to share says the same in two words.
  if (isSent && !from.isUnclear && !to.isUnclear) redirect(address())
  const [named, time] = await Promise.all([
    listNamedMoments(database(), store.id),
    storeTime(database(), store.id),
  ])
  const net = await netChanges(database(), {
    storeId: store.id,
    from: { sequence: from.moment.sequence },
    to: { sequence: to.moment.sequence },
  })
  const { changes, fromSequence, toSequence } = net
  const lines = await countChangedLines(database(), {
    storeId: store.id,
    changes,
    mostBytes: MAX_COUNTED_BYTES,
  })
  const ofKind = changes.filter((change) => part.kind === null || kindOf(change) === part.kind)
  const listed = ofKind.slice(part.page * PAGE, (part.page + 1) * PAGE)
  const chosen = listed.find(({ memoryId }) => memoryId === part.file) ?? listed[0]
  const canAct = store.archivedAt === null
  const rest = part.view === 'split' ? '' : `&view=${part.view}`
  const moments = { from, to }
  return (
    <Page kind="working">
      <PageHead
        crumbs={[{ href: `/stores/${store.id}`, label: store.name }]}
        title={t('Changes.title')}
        actions={
          <>
            <Link
              href={comparisonAddress(store.id, to.asked, from.asked, { view: part.view })}
              className={buttonVariants({ variant: 'quiet' })}
            >
              <ArrowLeftRight size={15} aria-hidden /> <ActWords>{t('Changes.swap')}</ActWords>
            </Link>
            <CopyLink address={address({ ...part, file: chosen?.memoryId ?? null })} />
            {canAct && fromSequence < from.moment.last ? (
              <Link
                href={`/stores/${store.id}/restore?at=${fromSequence}`}
                className={buttonVariants()}
              >
                <RotateCcw size={14} aria-hidden />
                <ActWords>{t('Changes.restoreToA')}</ActWords>
              </Link>
            ) : null}
            {canAct && changes.length > 0 && fromSequence < toSequence ? (
              <Link
                href={`/stores/${store.id}/undo?from=${fromSequence}&to=${toSequence}`}
                className={buttonVariants()}
              >
                <Undo2 size={15} aria-hidden /> <ActWords>{t('Undo.theseChanges')}</ActWords>
              </Link>
            ) : null}
          </>
        }
      />
      <div className="compare">
        <section
          aria-label={t('Changes.moments')}
          className="border-b border-line bg-well px-4 pt-2.5"
        >
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 pb-2">
            <Presets store={store} run={run} from={from} to={to} named={named} view={part.view} />
            <div className="flex min-w-0 flex-wrap items-center gap-1.5">
              {(['from', 'to'] as const).map((name) => (
                <MomentEnd
                  key={name}
                  store={store}
                  name={name}
                  end={moments[name]}
                  other={moments[name === 'from' ? 'to' : 'from']}
                  named={named}
                  view={part.view}
                />
              ))}
            </div>
          </div>
          {(['from', 'to'] as const).map((end) =>
            moments[end].isUnclear ? (
              <p key={end} role="alert" className="pb-2 text-removed">
                {t('Changes.unclear', { end })}
              </p>
            ) : null,
          )}
          <MomentRange
            from={{ moment: from.moment, text: momentText(from.asked) }}
            to={{ moment: to.moment, text: momentText(to.asked) }}
            address={`/stores/${store.id}/compare`}
            rest={rest}
            bars={time.bars}
            months={time.months}
            named={named.map(({ sequence, name }) => ({ sequence, name }))}
          />
        </section>
        <div className="compare-files">
          <div className="compare-list">
            <div className="border-b border-line px-4 py-3">
              <KindFilter
                kinds={kindTotals(changes, lines)}
                chosen={part.kind}
                hrefOf={(kind) => address({ kind })}
              />
              {net.redactedMemoryIds.length > 0 ? (
                <p className="mt-2 text-xs text-caution">
                  {t('Changes.redacted', { count: net.redactedMemoryIds.length })}
                </p>
              ) : null}
            </div>
            {listed.length === 0 ? null : (
              <FileList
                changes={listed}
                lines={lines}
                chosen={chosen?.memoryId ?? null}
                hrefOf={(file) => address({ ...part, file, open: [] })}
              />
            )}
            <Pages
              page={part.page}
              count={ofKind.length}
              hrefOf={(page) => address({ ...part, file: null, page, open: [] })}
            />
          </div>
          {chosen ? (
            <FilePane
              storeId={store.id}
              change={chosen}
              shown={part}
              hrefOf={(shown) => address({ ...part, ...shown })}
              heads={{
                before: <Head letter="A" words={<MomentWords end={from} named={named} />} />,
                after: <Head letter="B" words={<MomentWords end={to} named={named} />} />,
              }}
            />
          ) : (
            <EmptyState
              Icon={GitCompareArrows}
              title={t(store.lastSequence === 0 ? 'Changes.noChanges' : 'Changes.nothing')}
            >
              {t(store.lastSequence === 0 ? 'Changes.noChangesHint' : 'Changes.nothingHint')}
            </EmptyState>
          )}
        </div>
      </div>
      <KeyBar keys={chosen ? ['steps'] : []} />
    </Page>
  )
}

function Head({ letter, words }: { letter: string; words: React.ReactNode }) {
  return (
    <>
      <b className="mr-1.5 font-semibold text-ink-2">{letter}</b>
      {words}
    </>
  )
}

async function Pages({
  page,
  count,
  hrefOf,
}: {
  page: number
  count: number
  hrefOf: (page: number) => string
}) {
  const t = await texts()
  if (count <= PAGE) return null
  return (
    <nav
      aria-label={t('Changes.pages')}
      className="flex justify-between gap-4 border-t border-line px-4 py-2"
    >
      {page > 0 ? <Link href={hrefOf(page - 1)}>{t('Changes.previous')}</Link> : <span />}
      {count > (page + 1) * PAGE ? <Link href={hrefOf(page + 1)}>{t('Changes.next')}</Link> : null}
    </nav>
  )
}
