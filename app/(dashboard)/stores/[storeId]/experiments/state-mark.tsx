import { Check, CircleDashed, CircleSlash, X } from 'lucide-react'
import { texts } from '@/components/i18n/server-texts'
import { classNames } from '@/components/ui/class-names'
import type { ExperimentState } from '@/lib/experiments/model/experiment'

const LOOKS = {
  pending: { Icon: CircleDashed, look: 'text-accent' },
  running: { Icon: CircleDashed, look: 'text-accent' },
  completed: { Icon: Check, look: 'text-ink-2' },
  canceled: { Icon: CircleSlash, look: 'text-ink-3' },
  budget_reached: { Icon: CircleSlash, look: 'text-caution' },
  failed: { Icon: X, look: 'text-removed' },
} as const

/** How far a run of an experiment is: sign and word. */
export async function StateMark({ state }: { state: ExperimentState }) {
  const t = await texts()
  const { Icon, look } = LOOKS[state]
  return (
    <span className={classNames('inline-flex items-center gap-1.5 text-xs font-medium', look)}>
      <Icon size={13} strokeWidth={2.25} aria-hidden />
      {t(`Experiments.state_${state}`)}
    </span>
  )
}
