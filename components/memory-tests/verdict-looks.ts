import { Check, CircleDashed, CircleSlash, Minus, X } from 'lucide-react'

/** The sign of each standing of a test, and its colour. */
export const VERDICT_LOOKS = {
  passed: { Icon: Check, look: 'text-added' },
  failed: { Icon: X, look: 'text-removed' },
  mixed: { Icon: Minus, look: 'text-caution' },
  not_run: { Icon: CircleSlash, look: 'text-ink-3' },
  not_asked: { Icon: CircleDashed, look: 'text-ink-3' },
  pending: { Icon: CircleDashed, look: 'text-accent' },
  running: { Icon: CircleDashed, look: 'text-accent' },
} as const
