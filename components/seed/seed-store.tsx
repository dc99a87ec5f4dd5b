'use client'

import { FolderSearch } from 'lucide-react'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
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
import { KnownSources } from './known-sources'
import { MAX_PACKED_FILES } from './pack-files'
import {
  type ConflictDecisions,
  planSeed,
  type SeedOrigin,
  startSeed,
  TooManyDecisionsError,
} from './queries'
import type { ChosenFiles } from './seed-file'
import { seedUpload } from './seed-files'
import { isNothing, RunWords, SeedPlan } from './seed-plan'
import { SeedSources } from './seed-sources'

export interface SeedStoreProps {
  storeId: string
  /** of the store */
  crumb: Crumb
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

/**
 * Chooses what a store is seeded with, shows the plan and starts it. The run has an address of its
 * own, with `SeedRun`, so that a reload finds it again.
 */
export function SeedStore({ storeId, crumb, known, again, above, keys }: SeedStoreProps) {
  const t = useTranslations('Seed')
  const wordsOf = useErrorWords()
  const router = useRouter()
  // Kept while the same source is planned again, so that the choice just made stays on screen.
  const [shown, setShown] = useState<Planned | null>(null)
  // Held here, since a mutation tells what it was called with only after the control was drawn again.
  const [chosen, setChosen] = useState(UNDECIDED)
  const plan = useMutation({
    mutationFn: async ({ choose, decisions, isRenewed = false }: PlanRequest): Promise<Planned> => {
      const chosen = await choose()
      const report = await planSeed({ storeId, origin: chosen.origin, decisions })
      return { ...chosen, decisions, isRenewed, report }
    },
  })
  const chooseAnew = () => {
    setShown(null)
    setChosen(UNDECIDED)
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
      startSeed({ storeId, origin, decisions }, report.hash ?? ''),
    // No history entry: Back leads to where the person came from, not to an old plan.
    onSuccess: ({ id }) => router.replace(`/stores/${storeId}/seed?job=${id}`, { scroll: false }),
    onError: (error, planned) => {
      if (!(error instanceof RefusedError) || error.code !== 'plan_changed') return
      const { decisions } = planned
      show({ choose: () => Promise.resolve(planned), decisions, isRenewed: true })
    },
  })
  const planFiles = (chosen: Promise<ChosenFiles>, into: string) =>
    show({
      decisions: UNDECIDED,
      choose: async () => {
        const { files: found, repositories } = await chosen
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
    plan.reset()
    chooseAnew()
  }
  // Started, too: until the run's page has loaded, it must not be started again.
  const isStarting = start.isPending || start.isSuccess
  const isReplaced = plan.isPending || shown?.isRenewed === true
  const refusal = isReplaced ? null : start.error
  const canStart = shown !== null && !isNothing(shown.report) && !plan.isPending && !isStarting
  const run = () => (shown && canStart ? start.mutate(shown) : undefined)
  useSubmitShortcut(run, { disabled: !canStart })
  return (
    <>
      <PageHead
        crumbs={[crumb]}
        title={t('title')}
        guide="seed"
        actions={
          shown === null ? null : (
            <>
              {shown.report.counts.conflict > 0 ? (
                <span className="text-ink-3 max-lg:hidden">
                  {t('undecided', { count: shown.report.counts.conflict })}
                </span>
              ) : null}
              <Button disabled={isStarting} onClick={turnAway}>
                <FolderSearch size={15} aria-hidden className="md:hidden" />
                <ActWords>{t('chooseOther')}</ActWords>
              </Button>
            </>
          )
        }
        primary={
          shown === null || isNothing(shown.report) ? null : (
            <Button variant="primary" disabled={!canStart} onClick={run}>
              {isStarting ? t('starting') : <RunWords report={shown.report} />}
              <Kbd>⌘↵</Kbd>
            </Button>
          )
        }
      />
      {shown ? (
        <SeedPlan
          report={shown.report}
          isRenewed={shown.isRenewed}
          storeId={storeId}
          repositories={[...(shown.repositories ?? []), ...(shown.report.repositories ?? [])]}
          why={
            plan.error instanceof TooManyDecisionsError
              ? t('tooManyDecisions')
              : refusal
                ? wordsOf(refusal)
                : null
          }
          decisions={chosen}
          isBusy={isStarting}
          onDecide={(decisions) => decide(shown, decisions)}
        />
      ) : null}
      {/* Kept behind the plan, so that going back finds what was typed. */}
      <div
        hidden={shown !== null}
        className="flex min-h-0 flex-1 max-lg:flex-col max-lg:overflow-auto max-md:overflow-visible"
      >
        <div className="min-w-0 flex-1 overflow-auto px-10 py-7 max-lg:flex-none max-lg:overflow-visible max-lg:px-6 max-md:px-4 max-md:py-4">
          <div className="mx-auto max-w-4xl space-y-6">
            {above}
            <SeedSources
              isPending={plan.isPending}
              why={plan.error && wordsOf(plan.error)}
              onFiles={planFiles}
              onOrigin={(origin) => planOrigin(origin)}
            />
          </div>
        </div>
        {known.length === 0 ? null : (
          <aside
            aria-label={t('besides')}
            className="w-96 shrink-0 space-y-6 overflow-auto border-line bg-well p-4 max-lg:w-auto max-lg:border-t lg:rounded-r-sheet lg:border-l"
          >
            <KnownSources
              known={known}
              isPending={plan.isPending}
              onOrigin={(origin) => planOrigin(origin)}
            />
          </aside>
        )}
      </div>
      {keys[shown === null ? 'sources' : isNothing(shown.report) ? 'plan' : 'ready']}
    </>
  )
}
