'use client'

import { FolderSearch } from 'lucide-react'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ActWords, type Crumb, PageHead } from '@/components/frame/page'
import { RefusedError } from '@/components/queries/ask'
import { useErrorWords } from '@/components/queries/use-error-words'
import { Button } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { useSubmitShortcut } from '@/components/ui/use-submit-shortcut'
import type { SeedPlanAnswer } from '@/lib/wire/seed-report'
import { takeDropped } from './dropped'
import type { KnownOrigin } from './known-origin'
import { MAX_PACKED_FILES } from './pack-files'
import {
  type ConflictDecisions,
  planSeed,
  type SeedOrigin,
  startSeed,
  TooManyDecisionsError,
} from './queries'
import { countWritten, LETTERS } from './seed-actions'
import type { ChosenFiles } from './seed-file'
import { seedUpload } from './seed-files'
import { SeedHistory } from './seed-history'
import { isNothing, SeedPlan } from './seed-plan'
import { SeedSources, type SeedSourcesProps } from './seed-sources'
import { sourceWords } from './source-words'

export interface SeedStoreProps extends Pick<SeedSourcesProps, 'way' | 'home' | 'allowed'> {
  storeId: string
  /** of the pages above */
  crumbs: readonly Crumb[]
  /** whether the store was seeded before */
  isAgain: boolean
  /** sources on the server's disk, to seed from again */
  known: readonly KnownOrigin[]
  /** the one to plan at once */
  again: KnownOrigin | null
  /** content above the sources: decisions that wait, an error */
  above: ReactNode
  /** the page's keys while sources are chosen, with a plan, and with one that writes something */
  keys: Readonly<Record<'sources' | 'plan' | 'ready', ReactNode>>
}

interface Chosen {
  origin: SeedOrigin
  /** folders among the chosen files that are git repositories; an archive’s are in its plan */
  repositories?: readonly string[]
}

interface PlanRequest {
  choose: () => Promise<Chosen>
  decisions: ConflictDecisions
  /** whether it replaces an outdated one */
  isRenewed?: boolean
}

interface Planned extends Chosen {
  decisions: ConflictDecisions
  isRenewed: boolean
  report: SeedPlanAnswer
}

const UNDECIDED: ConflictDecisions = { all: 'leave', each: new Map() }
const NONE: ReadonlySet<string> = new Set()

const ASKING_FIELD = '#way-panel > div:not([hidden]) :is(input, textarea)'

/**
 * Chooses what a store is seeded with, shows the plan and starts it. The run has an address of its
 * own, with `SeedRun`, so that a reload finds it again.
 */
export function SeedStore(props: SeedStoreProps) {
  const { storeId, crumbs, isAgain, known, again, above, keys, way, home, allowed } = props
  const t = useTranslations('Seed')
  const texts = useTranslations()
  const wordsOf = useErrorWords()
  const router = useRouter()
  // Kept while the same source is planned again, so that the choice just made stays on screen.
  const [shown, setShown] = useState<Planned | null>(null)
  // Held here, since a mutation tells what it was called with only after the control was drawn again.
  const [chosen, setChosen] = useState(UNDECIDED)
  const [leftOut, setLeftOut] = useState(NONE)
  const reading = useRef<AbortController>(null)
  const plan = useMutation({
    mutationFn: async ({ choose, decisions, isRenewed = false }: PlanRequest): Promise<Planned> => {
      reading.current?.abort()
      const own = new AbortController()
      reading.current = own
      const source = await choose()
      const report = await planSeed({ storeId, origin: source.origin, decisions }, own.signal)
      return { ...source, decisions, isRenewed, report }
    },
  })
  const chooseAnew = () => {
    setShown(null)
    setChosen(UNDECIDED)
    setLeftOut(NONE)
  }
  // Given with the call: a plan that was turned away from must not come back when it is made.
  const show = (request: PlanRequest) =>
    plan.mutate(request, { onSuccess: setShown, onError: chooseAnew })
  const planOrigin = (origin: SeedOrigin) =>
    show({ choose: () => Promise.resolve({ origin }), decisions: UNDECIDED })
  const decide = (planned: Planned, decisions: ConflictDecisions) => {
    setChosen(decisions)
    plan.mutate(
      { choose: () => Promise.resolve(planned), decisions },
      {
        onSuccess: setShown,
        // The plan that is shown still holds, with the decisions that it was made with.
        onError: (error) =>
          error instanceof TooManyDecisionsError ? setChosen(planned.decisions) : chooseAnew(),
      },
    )
  }
  const start = useMutation({
    mutationFn: ({ origin, decisions, report }: Planned) =>
      startSeed({ storeId, origin, decisions }, { plan: report.hash ?? '', leftOut }),
    // No history entry: Back leads to where the person came from, not to an old plan.
    onSuccess: ({ id }) => router.replace(`/stores/${storeId}/seed?job=${id}`, { scroll: false }),
    onError: (error, planned) => {
      if (!(error instanceof RefusedError) || error.code !== 'plan_changed') return
      const { decisions } = planned
      show({ choose: () => Promise.resolve(planned), decisions, isRenewed: true })
    },
  })
  const planFiles = (files: Promise<ChosenFiles>, into: string) =>
    show({
      decisions: UNDECIDED,
      choose: async () => {
        const { files: found, repositories } = await files
        if (found.length === 0) throw new Error(t('noFiles'))
        if (found.length > MAX_PACKED_FILES) {
          throw new Error(t('tooManyFiles', { count: found.length, limit: MAX_PACKED_FILES }))
        }
        return { origin: { file: await seedUpload(found, into) }, repositories }
      },
    })
  const planAtOnce = useEffectEvent(() => {
    const dropped = takeDropped()
    if (dropped) planFiles(dropped, '/')
    else if (again) planOrigin(again)
  })
  useEffect(() => planAtOnce(), [])

  const turnAway = () => {
    reading.current?.abort()
    plan.reset()
    start.reset()
    chooseAnew()
  }
  // Started, too: until the run's page has loaded, it must not be started again.
  const isStarting = start.isPending || start.isSuccess
  const isReading = plan.isPending && shown === null
  const isChoosing = shown === null && !isReading
  const sources = useRef<HTMLDivElement>(null)
  const wasChoosing = useRef(true)
  // After a refusal, a stop or a plan that was turned away from, the field that asked is there again.
  useEffect(() => {
    if (isChoosing && !wasChoosing.current) {
      sources.current?.querySelector<HTMLElement>(ASKING_FIELD)?.focus()
    }
    wasChoosing.current = isChoosing
  }, [isChoosing])
  const isReplaced = plan.isPending || shown?.isRenewed === true
  const refusal = isReplaced ? null : start.error
  const isOver =
    refusal instanceof TooManyDecisionsError || plan.error instanceof TooManyDecisionsError
  const isLeft = ({ path, action }: SeedPlanAnswer['entries'][number]) =>
    action in LETTERS && leftOut.has(path)
  const left = shown?.report.entries.filter(isLeft).length ?? 0
  const memories = shown ? countWritten(shown.report) - left : 0
  const hasAct = shown !== null && !isNothing(shown.report) && (memories > 0 || left === 0)
  const canStart = hasAct && !plan.isPending && !isStarting
  const run = () => (shown && canStart ? start.mutate(shown) : undefined)
  useSubmitShortcut(run, { disabled: !canStart })
  return (
    <>
      <PageHead
        crumbs={crumbs}
        title={t(isAgain ? 'again' : 'title')}
        guide="seed"
        meta={
          shown === null ? null : (
            <>
              <span className="min-w-0 truncate">{sourceWords(texts, shown.report.source)}</span>
              <SeedHistory report={shown.report} />
            </>
          )
        }
        actions={
          shown === null ? null : (
            <Button variant="quiet" disabled={isStarting} onClick={turnAway}>
              <FolderSearch size={15} aria-hidden className="md:hidden" />
              <ActWords>{t('seedMore')}</ActWords>
            </Button>
          )
        }
        primary={
          shown && hasAct ? (
            <Button variant="primary" disabled={!canStart} onClick={run}>
              {isStarting ? t('starting') : runWords(t, shown.report, memories)}
              <Kbd>⌘↵</Kbd>
            </Button>
          ) : null
        }
      />
      {shown ? (
        <SeedPlan
          report={shown.report}
          isRenewed={shown.isRenewed}
          request={{ storeId, origin: shown.origin, decisions: shown.decisions }}
          repositories={[...(shown.repositories ?? []), ...(shown.report.repositories ?? [])]}
          why={isOver ? t('tooManyDecisions') : refusal ? wordsOf(refusal) : null}
          decisions={chosen}
          leftOut={leftOut}
          isBusy={isStarting}
          onDecide={(decisions) => decide(shown, decisions)}
          onLeaveOut={setLeftOut}
        />
      ) : null}
      {isReading ? <Reading onStop={turnAway} /> : null}
      {/* Kept behind the plan, so that going back finds what was typed. */}
      <div
        ref={sources}
        hidden={!isChoosing}
        className="min-h-0 flex-1 overflow-auto px-10 py-8 max-lg:px-6 max-md:overflow-visible max-md:px-4 max-md:py-4"
      >
        <div className="mx-auto max-w-190 space-y-6">
          {above}
          <SeedSources
            way={way}
            home={home}
            allowed={allowed}
            known={known}
            why={plan.error && wordsOf(plan.error)}
            onFiles={planFiles}
            onOrigin={planOrigin}
          />
        </div>
      </div>
      {keys[shown === null ? 'sources' : hasAct ? 'ready' : 'plan']}
    </>
  )
}

/** The memories that a plan writes, else the versions of their history, else nothing yet. */
function runWords(
  t: ReturnType<typeof useTranslations<'Seed'>>,
  { versions }: SeedPlanAnswer,
  memories: number,
): string {
  return memories === 0 && versions > 0
    ? t('runVersions', { count: versions })
    : t('run', { count: memories })
}

/** While the source is read and compared with the store. */
function Reading({ onStop }: { onStop: () => void }) {
  const t = useTranslations('Seed')
  const job = useTranslations('Job')
  const stop = useRef<HTMLButtonElement>(null)
  useEffect(() => stop.current?.focus(), [])
  return (
    <div className="mx-auto w-full max-w-lg flex-1 space-y-4 px-4 py-16">
      <div
        role="progressbar"
        aria-label={t('planning')}
        className="h-1 overflow-hidden rounded-full bg-track"
      >
        <div className="h-full w-1/3 rounded-full bg-accent motion-safe:animate-pulse" />
      </div>
      <div className="flex items-center justify-between gap-4">
        <span>
          {t('planning')} <span className="text-ink-3">{t('nothingYet')}</span>
        </span>
        <Button ref={stop} onClick={onStop}>
          {job('stop')}
        </Button>
      </div>
    </div>
  )
}
