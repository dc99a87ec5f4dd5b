import {
  Copy,
  Eraser,
  type LucideIcon,
  Pin,
  Repeat2,
  ShieldBan,
  ShieldQuestionMark,
  Shrink,
  Sprout,
  TriangleAlert,
  Undo2,
  UserRoundX,
} from 'lucide-react'
import type { REASON_LEVELS } from '@/lib/review/model/attention'

type HistoryReason = keyof typeof REASON_LEVELS

const ICONS: Record<HistoryReason, LucideIcon> = {
  pinned: Pin,
  emptied: Eraser,
  collapse: Shrink,
  lost_20_lines: Eraser,
  removes_persons_line: UserRoundX,
  unscanned: ShieldQuestionMark,
  read_quarantined: ShieldBan,
  lost_5_lines: Eraser,
  undoes_session: Undo2,
  flip_flop: Repeat2,
  contradicting_line: TriangleAlert,
  near_duplicate: Copy,
  too_large: TriangleAlert,
  first_write: Sprout,
}

/** The sign of what a change did to its memory, beside `CategoryIcon` of what was found in one. */
export function HistoryIcon({ reason }: { reason: HistoryReason }) {
  const Icon = ICONS[reason]
  return <Icon size={14} strokeWidth={2} aria-hidden />
}
