import { clsx } from 'clsx'
import { Circle, CircleCheck, Pencil, Undo2 } from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import { PathThatFits } from '@/components/lines/visible-text'
import { Amount } from '@/components/ui/badge'
import { groupedBy } from '@/lib/text/lists'
import { type Block, type Decisions, outcomeOf } from './decisions'
import { inkOf, useSignalWords } from './words'

export interface BoardRowsProps {
  blocks: readonly Block[]
  made: Decisions
  /** the block that has the focus */
  current: string | null
  isOpenOnPhone: boolean
  onGo: (block: Block) => void
}

/** What stands for a decision, with its colour. */
export const SIGNS = {
  keep: [CircleCheck, 'text-added'],
  back: [Undo2, 'text-removed'],
  edit: [Pencil, 'text-accent'],
  open: [Circle, 'text-ink-3'],
} as const

/** The memories of a group: those to decide, the gravest first, and those that are decided. */
export function BoardRows({ blocks, made, current, isOpenOnPhone, onGo }: BoardRowsProps) {
  const t = useTranslations('Review')
  const format = useFormatter()
  const outcome = (block: Block) =>
    outcomeOf({ hunks: block.units.map(({ hunk }) => hunk) }, made) ?? 'open'
  const parts = groupedBy(blocks, (block) => (outcome(block) === 'open' ? 'toDecide' : 'isDecided'))
  const countOf = (some: readonly Block[]) =>
    new Set(some.flatMap(({ memories }) => memories.map(({ id }) => id))).size
  return (
    <nav
      aria-label={t('decisions')}
      className={clsx(
        'min-h-0 overflow-y-auto border-r border-line bg-well pb-4 max-md:border-r-0 max-md:border-b',
        !isOpenOnPhone && 'max-md:hidden',
      )}
    >
      {(['toDecide', 'isDecided'] as const).map((part) =>
        !parts.has(part) ? null : (
          <section key={part} aria-label={t(part)}>
            <h2 className="px-4 pt-4 pb-1 text-xs font-semibold text-ink-2">
              {t(part)}{' '}
              <span className="font-normal text-ink-3 tabular-nums">
                {format.number(countOf(parts.get(part) ?? []))}
              </span>
            </h2>
            <ul>
              {parts.get(part)?.map((block) => (
                <li key={block.key}>
                  <BoardRow
                    block={block}
                    outcome={outcome(block)}
                    isCurrent={block.key === current}
                    onGo={() => onGo(block)}
                  />
                </li>
              ))}
            </ul>
          </section>
        ),
      )}
    </nav>
  )
}

interface BoardRowProps {
  block: Block
  outcome: keyof typeof SIGNS
  isCurrent: boolean
  onGo: () => void
}

function BoardRow({ block, outcome, isCurrent, onGo }: BoardRowProps) {
  const t = useTranslations('Review')
  const signals = useSignalWords()
  const { memories, units } = block
  const [memory] = memories
  const [Sign, look] = SIGNS[outcome]
  const isOpen = outcome === 'open'
  const ink = memories.length === 1 ? inkOf(memory) : 'text-ink-2'
  const sum = (of: 'added' | 'removed') =>
    units.reduce((all, { hunk }) => all + hunk[of] * memories.length, 0)
  const about =
    memories.length > 1
      ? [t(units[0]?.isSame === false ? 'alike' : 'sameEdit')]
      : signals(memory.signals).slice(0, 2)
  return (
    <button
      type="button"
      aria-current={isCurrent || undefined}
      onClick={onGo}
      className="flex min-h-8 w-full items-start gap-2.5 px-4 py-1.5 text-left -outline-offset-2 hover:bg-hover aria-current:bg-accent-bg aria-current:shadow-[inset_2px_0_0_var(--accent)]"
    >
      <Sign size={16} aria-hidden className={clsx('mt-0.5 shrink-0', look)} />
      <span className="sr-only">{t(`state.${outcome}`)}</span>
      <span className="min-w-0 flex-1">
        <span className={clsx('block truncate', isOpen ? 'font-semibold' : 'text-ink-2')}>
          {memories.length > 1 ? (
            t('memories', { count: memories.length })
          ) : (
            <PathThatFits path={memory.path} />
          )}
        </span>
        {isOpen && about.length > 0 ? (
          <span className={clsx('block truncate text-xs', ink)}>{about.join(', ')}</span>
        ) : null}
      </span>
      <Amount added={sum('added')} removed={sum('removed')} />
    </button>
  )
}
