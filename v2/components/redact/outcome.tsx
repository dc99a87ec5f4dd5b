import { Check, CircleAlert, Loader } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Badge } from '@/components/ui/badge'
import type { Job } from '@/lib/jobs/jobs'
import type { Receipt } from '@/lib/store/redact/redact'

/** What became of a text: `unknown` where the files could not be looked through again. */
export type Outcome =
  | 'running'
  | 'gone'
  | 'elsewhere'
  | 'notGone'
  | 'unknown'
  | 'stopped'
  | 'failed'

/** Read off the receipt: nothing is called gone that was not looked for again. */
export function outcomeOf({ state }: Pick<Job, 'state'>, receipt: Receipt | null): Outcome {
  if (state === 'running') return 'running'
  if (state === 'stopped' || state === 'failed') return state
  if (!receipt) return 'unknown'
  if (receipt.proof.left.length > 0) return 'notGone'
  const isElsewhere = (receipt.elsewhere?.length ?? 0) > 0
  if (isElsewhere) return 'elsewhere'
  if (receipt.proof.files?.some(({ found }) => found > 0)) return 'notGone'
  return receipt.compaction.isComplete && !receipt.wasResumed ? 'gone' : 'unknown'
}

const TONES = {
  running: { tone: 'accent', Icon: Loader },
  gone: { tone: 'added', Icon: Check },
  elsewhere: { tone: 'caution', Icon: CircleAlert },
  notGone: { tone: 'danger', Icon: CircleAlert },
  unknown: { tone: 'caution', Icon: CircleAlert },
  stopped: { tone: 'caution', Icon: CircleAlert },
  failed: { tone: 'danger', Icon: CircleAlert },
} as const

export function RedactionBadge({ outcome }: { outcome: Outcome }) {
  const t = useTranslations('Redact')
  return <Badge {...TONES[outcome]}>{t(`badge.${outcome}`)}</Badge>
}
