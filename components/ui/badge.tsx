import { cva, type VariantProps } from 'class-variance-authority'
import type { LucideIcon } from 'lucide-react'
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
