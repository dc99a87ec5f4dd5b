'use client'

import { Check, CircleDot, Eraser, Eye, TriangleAlert, WifiOff } from 'lucide-react'
import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { PageHead } from '@/components/frame/page'
import { ProgressBar } from '@/components/jobs/progress-bar'
import { usePhaseWords } from '@/components/jobs/use-phase-words'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { Dialog } from '@/components/ui/dialog'
import { Point, Points } from '@/components/ui/points'
import type { RedactionJob } from './redaction-job'

/** The phases of the job (lib/store/redaction/redact-text.ts), in their order. */
const STEPS = ['searching', 'rewriting', 'conversations', 'compacting', 'searching_again'] as const

/** A redaction that runs: its steps, what happens meanwhile, and a stop that says what stays. */
export function RedactionRunning({
  job,
  isStopping,
  onStop,
}: {
  job: RedactionJob
  isStopping: boolean
  onStop: () => void
}) {
  const t = useTranslations('Redact')
  const [isAsked, setAsked] = useState(false)
  const phaseWords = usePhaseWords()
  return (
    <>
      <PageHead
        crumbs={[{ href: '/redactions', label: t('listTitle') }]}
        title={t('receiptTitle')}
        meta={
          <Badge tone="removed" Icon={Eraser}>
            {t('redacting')}
          </Badge>
        }
        actions={
          <>
            <span className="text-ink-3 max-md:hidden">{t('safeToLeave')}</span>
            <Button isBusy={isStopping} onClick={() => setAsked(true)}>
              {isStopping ? t('stopping') : t('stop')}
            </Button>
          </>
        }
      />
      <div className="flex min-h-0 flex-1 max-lg:flex-col">
        <section
          aria-label={t('steps')}
          tabIndex={0}
          className="min-w-0 flex-1 space-y-6 overflow-auto p-6 outline-offset-[-2px] max-md:p-4"
        >
          <ProgressBar job={job} words={phaseWords(job.phase)} />
          <Steps job={job} />
        </section>
        <aside
          aria-label={t('meanwhile')}
          className="w-80 shrink-0 space-y-5 border-line bg-well p-4 max-lg:w-auto max-lg:border-t lg:rounded-r-sheet lg:border-l"
        >
          <Points title={t('meanwhile')}>
            <Point Icon={Eye}>{t('meanwhile_read')}</Point>
            <Point Icon={WifiOff}>{t('meanwhile_leave')}</Point>
          </Points>
          <Points title={t('ifStopped')}>
            <Point Icon={Eraser}>{t('stopped_stays')}</Point>
            <Point Icon={TriangleAlert}>{t('stopped_rest')}</Point>
          </Points>
        </aside>
      </div>
      <Dialog
        title={t('stopTitle')}
        description={t('stopped_stays')}
        isOpen={isAsked && !isStopping}
        onOpenChange={setAsked}
      >
        <p>{t('stopped_rest')}</p>
        <div className="mt-5 flex flex-wrap justify-end gap-2">
          <Button autoFocus onClick={() => setAsked(false)}>
            {t('goOn')}
          </Button>
          <Button
            variant="danger"
            onClick={() => {
              setAsked(false)
              onStop()
            }}
          >
            {t('stopNow')}
          </Button>
        </div>
      </Dialog>
    </>
  )
}

function Steps({ job }: { job: RedactionJob }) {
  const t = useTranslations('Redact')
  const format = useFormatter()
  const at = STEPS.findIndex((step) => step === job.phase.replaceAll(' ', '_'))
  return (
    <ol className="space-y-3">
      {STEPS.map((step, index) => (
        <li
          key={step}
          aria-current={index === at ? 'step' : undefined}
          className="flex items-center gap-3"
        >
          <StepMark state={index < at ? 'done' : index === at ? 'now' : 'later'} />
          <span
            className={classNames(
              'text-talk',
              index > at ? 'text-ink-3' : 'text-ink',
              index === at && 'font-semibold',
            )}
          >
            {t(`step_${step}`)}
          </span>
          {index === at && job.total > 1 ? (
            <span className="text-ink-3 tabular-nums">
              {t('ofAll', { count: format.number(job.progress), all: format.number(job.total) })}
            </span>
          ) : null}
        </li>
      ))}
    </ol>
  )
}

function StepMark({ state }: { state: 'done' | 'now' | 'later' }) {
  if (state === 'done') {
    return (
      <span className="grid size-6 place-items-center rounded-full bg-added-line text-added">
        <Check size={14} aria-hidden />
      </span>
    )
  }
  if (state === 'now') {
    return <CircleDot size={24} strokeWidth={1.75} aria-hidden className="text-accent" />
  }
  return <span className="m-0.5 size-5 rounded-full border-2 border-line-2" />
}
