import type { ReactNode } from 'react'
import { Link } from '@/components/ui/link'

export interface HeldByProps {
  storeId: string
  /** the rule's id; `default`: what holds where no rule matches */
  rule: string
  children: ReactNode
}

/** Leads to the rule that holds a write. */
export function HeldBy({ storeId, rule, children }: HeldByProps) {
  return (
    <Link
      href={`/stores/${storeId}/policy#${rule}`}
      title={rule}
      className="text-ink-2 underline decoration-line-2 hover:text-ink"
    >
      {children}
    </Link>
  )
}
