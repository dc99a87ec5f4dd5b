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
import type { ReactNode } from 'react'
import { CategoryIcon } from '@/components/findings/category-icon'
import { classNames } from '@/components/ui/class-names'
import { rankOf, REASON_LEVELS } from '@/lib/review/model/attention'
import type { ScanCategory } from '@/lib/scan/rules'

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

export interface TellingRowProps {
  icon: ScanCategory | HistoryReason
  /** of its level */
  rank: number
  title: string
  note?: ReactNode
  /** where it is */
  place: ReactNode
  /** of the text; null: none can be shown */
  line: ReactNode
}

/** Why to look, with the line that it is about: red ground if critical, red if high, else amber. */
export function TellingRow({ icon, rank, title, note, place, line }: TellingRowProps) {
  const look =
    rank >= rankOf('critical')
      ? 'bg-danger text-on-danger'
      : rank >= rankOf('high')
        ? 'bg-danger-bg text-danger shadow-[inset_0_0_0_1px_var(--danger-line)]'
        : 'bg-caution-bg text-caution shadow-[inset_0_0_0_1px_var(--caution-line)]'
  return (
    <li className="flex gap-3 px-3 py-2.5">
      <span className={classNames('grid size-6 shrink-0 place-items-center rounded-control', look)}>
        {isOfHistory(icon) ? <HistoryIcon reason={icon} /> : <CategoryIcon category={icon} />}
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline gap-x-2">
          <span className="font-semibold">{title}</span>
          {note ? <span className="shrink-0 text-ink-2">{note}</span> : null}
          <span className="ml-auto min-w-16 truncate pl-2 font-mono text-xs text-ink-2">
            {place}
          </span>
        </p>
        {line === null ? null : (
          <p className="mt-0.5 truncate font-mono text-xs text-ink-2">{line}</p>
        )}
      </div>
    </li>
  )
}

const isOfHistory = (icon: string): icon is HistoryReason => icon in REASON_LEVELS

function HistoryIcon({ reason }: { reason: HistoryReason }) {
  const Icon = ICONS[reason]
  return <Icon size={14} strokeWidth={2} aria-hidden />
}
