'use client'

import { ArrowLeft, Check, Circle, CircleDot } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { stop } from '@/components/plan/actions'
import { ButtonLink } from '@/components/ui/button'
import { AskedAct } from '@/components/ui/dialog'
import { useHanded } from '@/components/ui/handed'
import { ProgressBar } from '@/components/ui/progress-bar'

const STEPS = ['searching', 'rewriting', 'compacting', 'proving'] as const

interface ProgressProps {
  jobId: string
  phase: string
  done: number
  total: number
}

/** How far a redaction is. It goes on without this page. */
export function Progress({ jobId, phase, done, total }: ProgressProps) {
  const t = useTranslations('Redact')
  const at = STEPS.findIndex((step) => step === phase)
  return (
    <div className="mx-auto grid w-full max-w-[46rem] gap-6 px-4 py-10">
      <h2 className="text-[22px] leading-7 font-semibold">{t('redacting')}</h2>
      <ProgressBar label={t('redacting')} done={done} total={total || null} />
      <ol className="grid gap-3">
        {STEPS.map((step, index) => {
          const Sign = index < at ? Check : index === at ? CircleDot : Circle
          return (
            <li
              key={step}
              aria-current={index === at ? 'step' : undefined}
              className="flex items-center gap-3"
            >
              <Sign
                size={18}
                aria-hidden
                className={index < at ? 'text-added' : index === at ? 'text-accent' : 'text-ink-3'}
              />
              <span className={index === at ? 'font-medium' : 'text-ink-2'}>
                {t(`step.${step}`)}
              </span>
              {index === at && total > 0 ? (
                <span className="text-ink-3 tabular-nums">
                  {t('ofAll', { count: done, all: total })}
                </span>
              ) : null}
            </li>
          )
        })}
      </ol>
      <p className="flex flex-wrap items-center gap-3 text-ink-2">
        {t('safeToLeave')}
        <AskedAct
          button={{ size: 'small', children: t('stop') }}
          title={t('stopTitle')}
          description={t('stopAbout')}
          act={t('stopNow')}
          cancel={t('goOn')}
          does={stop}
          input={{ jobId }}
        />
      </p>
    </div>
  )
}

/** Leads from a receipt back to the review or the memory at which the redaction was begun. */
export function BackToWhereItBegan() {
  const t = useTranslations('Redact')
  const back = useHanded('redacted')
  if (back === null) return null
  return (
    <ButtonLink href={back} Icon={ArrowLeft}>
      {t('back')}
    </ButtonLink>
  )
}
