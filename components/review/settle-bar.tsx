import { useFormatter, useTranslations } from 'next-intl'
import { nameOf } from '@/components/tree/listing'
import { ActBar } from '@/components/ui/act-bar'
import { Button } from '@/components/ui/button'
import { WhyNot } from '@/components/ui/notice'
import { plainName } from '@/lib/text/visible-text'
import { type Decisions, type Outcome, outcomeOf, type Unit } from './decisions'
import { type HunkAct, VERBS } from './hunk'
import type { ShownMemory } from './shown'

export interface SettleBarProps {
  memories: readonly ShownMemory[]
  made: Decisions
  /** the open hunk that has the focus */
  unit: Unit | undefined
  settling: { isBusy: boolean; why: string | null }
  onSettle: () => void
  /** what can be done with all that is not decided */
  rests: readonly { rest: 'keep' | 'back'; words: string }[]
  onSettleAll: (rest: 'keep' | 'back') => void
  onAct: (act: Extract<HunkAct, 'keep' | 'back' | 'edit' | 'undo'>) => void
}

/** What settling does, in a sentence, and on a phone the verbs of the hunk. */
export function SettleBar(props: SettleBarProps) {
  const { memories, made, unit, settling, onSettle, rests, onSettleAll, onAct } = props
  const t = useTranslations('Review')
  const says = useSettleWords()(memories, made)
  const decided = memories.filter((memory) => outcomeOf(memory, made) !== null).length
  return (
    <ActBar
      // The decision itself is announced, with what is left.
      says={
        <span aria-live="off">{says ?? t(made.size > 0 ? 'partlyDecided' : 'nothingDecided')}</span>
      }
      about={
        settling.why ? (
          <WhyNot why={settling.why} />
        ) : decided > 0 ? (
          <span aria-live="off">{t('stayOpen', { count: memories.length - decided })}</span>
        ) : null
      }
      secondary={
        <>
          <span className="hidden flex-wrap gap-1 max-md:flex max-md:min-w-full">
            {VERBS.map(({ act, words, Icon, isPossible }) => (
              <Button
                key={act}
                variant={act === 'back' ? 'quiet-danger' : 'quiet'}
                className="flex-1"
                disabled={!unit || !isPossible(unit)}
                onClick={() => onAct(act)}
                Icon={Icon}
              >
                {t(words)}
              </Button>
            ))}
            <Button
              variant="quiet"
              className="flex-1"
              disabled={made.size === 0}
              onClick={() => onAct('undo')}
            >
              {t('undo')}
            </Button>
          </span>
          {rests.map(({ rest, words }) => (
            <Button
              key={rest}
              variant={rest === 'back' ? 'quiet-danger' : 'quiet'}
              isBusy={settling.isBusy}
              onClick={() => onSettleAll(rest)}
              stroke={rest === 'keep' ? 'shift+a' : undefined}
            >
              {words}
            </Button>
          ))}
        </>
      }
      primary={
        decided === 0 ? null : (
          <Button
            variant="primary"
            isBusy={settling.isBusy}
            busyWords={t('settling')}
            onClick={onSettle}
            stroke="mod+enter"
          >
            {t('settle', { count: decided })}
          </Button>
        )
      }
    />
  )
}

/** Names that a sentence says; more are counted. */
const MOST_NAMED = 2

/** What settling does; null: nothing is decided. */
function useSettleWords(): (memories: readonly ShownMemory[], made: Decisions) => string | null {
  const t = useTranslations('Review')
  const format = useFormatter()
  return (memories, made) => {
    const sentences = (['keep', 'back', 'edit'] as const).flatMap((outcome: Outcome) => {
      const some = memories.filter((memory) => outcomeOf(memory, made) === outcome)
      if (some.length === 0) return []
      const names =
        some.length > MOST_NAMED
          ? t('memories', { count: some.length })
          : format.list(some.map(({ path }) => plainName(nameOf(path))))
      const count = some.flatMap(({ hunks }) =>
        hunks.filter(({ key }) => made.get(key) === 'back'),
      ).length
      return [t(`says.${outcome}`, { names, count })]
    })
    return sentences.length === 0 ? null : sentences.join(' ')
  }
}
