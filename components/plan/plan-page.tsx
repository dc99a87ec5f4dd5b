import 'server-only'
import { History, Split, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { VisibleMove } from '@/components/content/visible-path'
import { ChangeSteps } from '@/components/diff/change-steps'
import { UnifiedDiff } from '@/components/diff/unified-diff'
import { KeyBar } from '@/components/frame/key-bar'
import { type Crumb, Page, PageHead } from '@/components/frame/page'
import { texts } from '@/components/i18n/server-texts'
import { Amount } from '@/components/ui/amount'
import { Badge } from '@/components/ui/badge'
import { buttonVariants } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { KeyedLink } from '@/components/ui/keyed-link'
import { Link } from '@/components/ui/link'
import { kindOf, pathOf } from '@/lib/store/model/memory-change'
import type { RollbackPlan } from '@/lib/store/model/rollback-plan'
import type { PlannedText } from '@/lib/store/undo/rollback'
import { plainName } from '@/lib/text/plain-text'
import { countLines, countRuns, type LineCounts } from '@/lib/text/text-diff'
import type { PlannedAct } from './actions'
import { addressOf, planAddress, type Search } from './plan-address'
import { type PlanGroup, PlanList, type PlanRow } from './plan-list'
import { PlanRun } from './plan-run'
import { plannedLines } from './planned-lines'

/** Rows of a group at first, and at most. */
const ROWS = { first: 200, most: 5_000 }

/** Memories of which the changed lines are counted. */
const COUNTED = 50

type Memory = RollbackPlan['willChange'][number]

export interface PlanPageProps {
  crumbs: readonly Crumb[]
  /** what it does, as a sentence */
  title: string
  act: PlannedAct
  /** of a version that is restored: its number */
  ordinal?: number
  /** words of the button at rest and at work */
  run: { words: string; busy: string }
  /** without what the person left out */
  plan: RollbackPlan
  /** what the person left out */
  leftOut: readonly Memory[]
  /** the memories of a plan that leaves nothing out, in order */
  all: readonly Memory[]
  /** address of the page, without its parameters */
  page: string
  search: Search
  /** whether what others changed since can be merged by hand, and undone as well */
  canMerge?: boolean
  /** why nothing is to be done, where that is so */
  nothing: string
  /** what is not lost by it */
  stays: string
  textsOf: (memoryIds: readonly string[]) => Promise<readonly PlannedText[]>
  /** what is worth knowing of the memory that is shown */
  about: (change: Memory, text: PlannedText) => Promise<ReactNode>
}

/**
 * A plan of writing earlier states again: its memories by what becomes of them, the difference of one
 * beside them, and the button that carries it out.
 */
export async function PlanPage(props: PlanPageProps) {
  const { crumbs, title, act, ordinal = 0, run, plan, leftOut, all, page, search } = props
  const { canMerge = false, nothing, stays, textsOf, about } = props
  const t = await texts()
  const address = addressOf(page, search)
  const isLeftOut = new Set(leftOut.map(({ memoryId }) => memoryId))
  const isPlanned = new Set(plan.willChange.map(({ memoryId }) => memoryId))
  const will = all.filter(({ memoryId }) => isPlanned.has(memoryId) || isLeftOut.has(memoryId))
  const shown = [...will, ...plan.changedSince]
  const chosen = shown.find(({ memoryId }) => memoryId === search.file) ?? shown[0]
  const counted = will.slice(0, COUNTED).map(({ memoryId }) => memoryId)
  const { text, lines } = await plannedLines({ all, counted, shown: chosen?.memoryId, textsOf })
  const count = plan.willChange.length
  const rowsOf = groupsOf(rowLimit(search), address)
  const left = plan.changedSince.length + plan.cannot.length + leftOut.length
  const merge = planAddress(addressOf(`${page}/merge`, search), { file: null, memory: '' })
  return (
    <Page kind="working">
      <PlanRun
        key={addressOf(page, { ...search, without: undefined, file: undefined, rows: undefined })}
        act={act}
        ordinal={ordinal}
        crumbs={crumbs}
        title={title}
        meta={
          <>
            {will.length > COUNTED || count === 0 ? null : (
              <Amount {...sumOf(plan.willChange, lines)} />
            )}
            {left === 0 ? null : (
              <Badge tone="caution" Icon={Split}>
                {t('Undo.headLeft', { count: left })}
              </Badge>
            )}
          </>
        }
        run={count === 0 ? null : run}
        leftOut={leftOut.map((change) => ({
          memoryId: change.memoryId,
          path: pathOf(change),
          why: 'leftOut',
          canBeMerged: false,
        }))}
        mergeHref={canMerge ? merge : null}
      >
        <div className="plan-panes">
          <div className="plan-side">
            <PlanList
              groups={[
                rowsOf('will', will, (change) => ({ lines: lines.get(change.memoryId) ?? null })),
                rowsOf('since', plan.changedSince),
                rowsOf('cannot', plan.cannot, ({ reason }) => ({
                  why: t(`Undo.reason_${reason}`),
                })),
                rowsOf('so', plan.alreadySo),
              ]}
              chosen={chosen?.memoryId ?? null}
              leftOut={[...isLeftOut]}
              canLeaveOut={will.length > 1}
              forceHref={canMerge ? planAddress(address, { force: '1' }) : null}
              address={address}
            />
            <p className="flex items-start gap-2.5 border-t border-line px-4 py-3 text-ink-2">
              <History size={15} strokeWidth={1.75} aria-hidden className="mt-[3px] shrink-0" />
              {stays}
            </p>
          </div>
          <section aria-label={t('Undo.differences')} className="plan-difference">
            {count > 0 ? null : (
              <div role="status">
                <EmptyState Icon={Undo2} title={nothing}>
                  {leftOut.length > 0 ? t('Undo.nothingLeft') : null}
                </EmptyState>
              </div>
            )}
            {chosen ? (
              <Difference
                change={chosen}
                text={text}
                openHref={`/stores/${act.storeId}?memory=${chosen.memoryId}`}
                mergeHref={
                  canMerge && !isPlanned.has(chosen.memoryId) && !isLeftOut.has(chosen.memoryId)
                    ? `${merge}${chosen.memoryId}`
                    : null
                }
                about={text ? await about(chosen, text) : null}
              />
            ) : null}
          </section>
        </div>
        <KeyBar
          keys={[
            ...(shown.length > 1 ? (['steps'] as const) : []),
            ...(will.length > 1 ? (['leaveOut'] as const) : []),
            ...(count > 0 ? (['undoNow'] as const) : []),
          ]}
        />
      </PlanRun>
    </Page>
  )
}

/** A page in place of a plan that there is not, and why. */
export async function NoPlan({
  crumbs,
  title,
  nothing,
  children,
}: Pick<PlanPageProps, 'crumbs' | 'title' | 'nothing'> & { children?: ReactNode }) {
  return (
    <Page kind="index">
      <PageHead crumbs={crumbs} title={title} />
      <div role="status">
        <EmptyState Icon={Undo2} title={nothing}>
          {children}
        </EmptyState>
      </div>
    </Page>
  )
}

interface DifferenceProps {
  change: Memory
  /** undefined: one side cannot be read */
  text: PlannedText | undefined
  openHref: string
  /** null: it need not be merged, or cannot */
  mergeHref: string | null
  about: ReactNode
}

async function Difference({ change, text, openHref, mergeHref, about }: DifferenceProps) {
  const t = await texts()
  const [before, after] = [text?.before?.content ?? '', text?.after?.content ?? '']
  const canMerge = text?.before != null && text.after !== null
  return (
    <>
      <header className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-1.5">
        <h2 className="min-w-0 font-mono text-xs font-medium break-all">
          {pathOf(change) === '' ? (
            t('Undo.gone')
          ) : (
            <VisibleMove before={change.before?.path} after={change.after?.path} />
          )}
        </h2>
        <div className="flex items-center gap-1.5 text-xs">
          <ChangeSteps
            key={change.memoryId}
            lines={countLines(before, after)}
            runs={countRuns(before, after)}
          />
        </div>
        <div className="ml-auto flex items-center gap-1.5">
          {mergeHref !== null && canMerge ? (
            <KeyedLink href={mergeHref} letter="e">
              {t('Changes.merge')}
            </KeyedLink>
          ) : null}
          <Link href={openHref} className={buttonVariants({ variant: 'quiet', size: 'small' })}>
            {t('Changes.open')}
          </Link>
        </div>
      </header>
      <div
        key={change.memoryId}
        role="group"
        tabIndex={0}
        aria-label={plainName(pathOf(change))}
        className="plan-scroll"
      >
        {about}
        {text ? (
          <UnifiedDiff
            before={before}
            after={after}
            path={pathOf(change)}
            pathBefore={change.before?.path ?? null}
          />
        ) : (
          <p className="px-4 py-3 text-caution">{t('Diff.damaged')}</p>
        )}
      </div>
    </>
  )
}

/** How many rows of a group an address asks for. */
function rowLimit({ rows }: Search): number {
  const asked = Number(rows)
  if (!Number.isSafeInteger(asked)) return ROWS.first
  return Math.min(Math.max(asked, ROWS.first), ROWS.most)
}

function groupsOf(limit: number, address: string) {
  const canGrow = limit < ROWS.most
  const moreHref = planAddress(address, { rows: String(limit * 5) })
  return <Change extends Memory>(
    name: PlanGroup['name'],
    changes: readonly Change[],
    told: (change: Change) => Partial<PlanRow> = () => ({}),
  ): PlanGroup => ({
    name,
    rows: changes.slice(0, limit).map((change) => ({ ...rowOf(change), ...told(change) })),
    count: changes.length,
    moreHref: canGrow && changes.length > limit ? moreHref : null,
  })
}

function rowOf(change: Memory): PlanRow {
  const { memoryId, before, after } = change
  return {
    memoryId,
    kind: kindOf(change) ?? (after ? 'modified' : 'deleted'),
    before: before?.path ?? null,
    after: after?.path ?? null,
    lines: null,
    why: null,
  }
}

function sumOf(
  changes: readonly Memory[],
  lines: ReadonlyMap<string, LineCounts | null>,
): LineCounts {
  const sum = { added: 0, removed: 0 }
  for (const { memoryId } of changes) {
    const { added, removed } = lines.get(memoryId) ?? { added: 0, removed: 0 }
    sum.added += added
    sum.removed += removed
  }
  return sum
}
