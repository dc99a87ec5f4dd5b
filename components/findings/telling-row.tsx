import type { ReactNode } from 'react'
import { classNames } from '@/components/ui/class-names'
import { rankOf } from '@/lib/review/model/attention'

export interface TellingRowProps {
  /** the sign of what tells, 14 px */
  icon: ReactNode
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
        {icon}
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
