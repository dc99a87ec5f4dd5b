import 'server-only'
import { Undo2 } from 'lucide-react'
import { DiffTexts } from '@/components/i18n/part-texts'
import { texts } from '@/components/i18n/server-texts'
import { Badge } from '@/components/ui/badge'
import { KeyedLink } from '@/components/ui/keyed-link'
import type { Bisection } from '@/lib/replay/get-bisection'
import type { FoundTurn } from '@/lib/replay/model/replay'
import { Steps, type StepsProps } from './bisection-steps'
import { FoundChange } from './found-change'

/** What two searches for a change, of an answer and of a test, have in common. */
type Searched = StepsProps['bisection'] & Pick<Bisection, 'state' | 'result'>

const isOpen = ({ state }: Pick<Searched, 'state'>) => state === 'pending' || state === 'running'

/** The state of a search: doubt wherever no change is named for sure. */
export async function SinceState({ bisection }: { bisection: Pick<Searched, 'state' | 'result'> }) {
  const t = await texts()
  const { state, result } = bisection
  const isSure = result?.verdict === 'found' && result.isConsistent === true
  return (
    <Badge tone={isOpen(bisection) ? 'accent' : isSure ? 'plain' : 'caution'}>
      {t(`WhyFound.state_${state}`)}
    </Badge>
  )
}

/** Leads to the undoing of the change that was found. */
export async function UndoFound({ change }: { change: NonNullable<FoundTurn['change']> }) {
  const t = await texts()
  return (
    <KeyedLink
      href={`/stores/${change.storeId}/undo?version=${change.versionId}`}
      letter="z"
      variant="primary"
    >
      <Undo2 size={14} aria-hidden /> {t('Since.undo')}
    </KeyedLink>
  )
}

/** A change with which an answer, or a test, turned. */
export interface Turned {
  /** whether it begins with the change, or stops */
  begins: boolean
  sequence: number
}

export interface SinceFoundProps {
  bisection: Searched
  /** words the change that was found */
  wordsOf: (turned: Turned) => string
  /** the sentence below: what was looked for, and among how much; or why there is no result */
  about: string
}

/** What a search for a change found, as far as it is known: the change first, its proof below. */
export async function SinceFound({ bisection, wordsOf, about }: SinceFoundProps) {
  const t = await texts()
  const { result } = bisection
  return (
    <>
      <div role="status" aria-live="polite">
        <h2 className="text-[22px] leading-tight font-semibold tracking-[-0.015em]">
          {await headline(bisection, wordsOf)}
        </h2>
        <p className="mt-1.5 text-ink-2">{about}</p>
      </div>
      {result?.isConsistent === false ? (
        <p className="rounded-card bg-caution-bg px-3 py-2 text-sm shadow-[inset_0_0_0_1px_var(--caution-line)]">
          {t('Since.contradicts')}
        </p>
      ) : null}
      {result?.change ? (
        <DiffTexts>
          <FoundChange change={result.change} />
        </DiffTexts>
      ) : null}
      <Steps bisection={bisection} />
    </>
  )
}

/** The result in one sentence. */
async function headline(bisection: Searched, wordsOf: SinceFoundProps['wordsOf']): Promise<string> {
  const t = await texts()
  const { state, result, changeCount } = bisection
  if (isOpen(bisection)) return t('Since.running', { count: changeCount ?? 0 })
  if (result?.verdict === 'found') {
    const begins = (result.after?.held ?? 0) > (result.before?.held ?? 0)
    return wordsOf({ begins, sequence: result.change?.sequence ?? 0 })
  }
  if (result?.verdict === 'no_change') return t('Since.noChange')
  if (state === 'canceled') return t('WhyFound.canceled')
  if (state === 'failed') return t('WhyFound.failed')
  return t(state === 'budget_reached' ? 'WhyFound.budgetReached' : 'WhyFound.undecided')
}
