import { cva, type VariantProps } from 'class-variance-authority'
import type { LucideIcon } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'

const look = cva(
  'inline-flex h-5 items-center gap-1 rounded-full px-[7px] text-[11.5px] leading-none font-medium whitespace-nowrap',
  {
    variants: {
      tone: {
        plain: 'bg-track text-ink-2',
        accent: 'bg-accent-bg text-accent',
        caution: 'bg-caution-bg text-caution',
        removed: 'bg-danger-bg text-removed',
        /** what cannot wait: told from `removed` without its colour */
        danger: 'bg-danger text-on-danger',
        added: 'bg-added-line text-added',
      },
    },
    defaultVariants: { tone: 'plain' },
  },
)

export interface BadgeProps extends VariantProps<typeof look> {
  Icon?: LucideIcon
  children: ReactNode
}

/** A state, in a word or two. */
export function Badge({ tone, Icon, children }: BadgeProps) {
  return (
    <span className={look({ tone })}>
      {Icon ? <Icon size={12} strokeWidth={2} aria-hidden /> : null}
      {children}
    </span>
  )
}

/** Marks what is to review, where there is no room for words. */
export function ToReviewDot({ says }: { says: string }) {
  return (
    <span className="size-1.5 shrink-0 rounded-full bg-accent" title={says}>
      <span className="sr-only">{says}</span>
    </span>
  )
}

export type ChangeKind = 'created' | 'modified' | 'renamed' | 'deleted' | 'revived'

const LETTERS: Record<ChangeKind, { letter: string; look: string }> = {
  created: { letter: 'A', look: 'bg-added-line text-added' },
  revived: { letter: 'A', look: 'bg-added-line text-added' },
  modified: { letter: 'M', look: 'bg-accent-bg text-accent' },
  renamed: { letter: 'R', look: 'bg-track text-ink-2' },
  deleted: { letter: 'D', look: 'bg-danger-bg text-removed' },
}

/** What was done to a memory, as one letter; its word is read out and shown on hover. */
export function ChangeLetter({ kind }: { kind: ChangeKind }) {
  const word = useTranslations('Common.change')(kind)
  const { letter, look: colours } = LETTERS[kind]
  return (
    <span role="img" aria-label={word} title={word} className={`change-letter ${colours}`}>
      <span aria-hidden>{letter}</span>
    </span>
  )
}

export interface AmountProps {
  /** lines */
  added: number
  removed: number
}

/** The numbers of added and removed lines, without the one that is none. */
export function Amount({ added, removed }: AmountProps) {
  return (
    <span className="amount">
      {added > 0 || removed === 0 ? <span className="text-added">+{added}</span> : null}
      {removed > 0 ? <span className="text-removed">−{removed}</span> : null}
    </span>
  )
}
