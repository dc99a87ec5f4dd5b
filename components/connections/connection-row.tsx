import type { ReactNode } from 'react'
import { classNames } from '@/components/ui/class-names'

export interface ConnectionRowProps {
  mark: ReactNode
  name: ReactNode
  /** what it is and may do, in one line */
  about: ReactNode
  /** how it stands, in a word or two */
  status?: ReactNode
  /** when it was last at work */
  age?: ReactNode
  /** all that can be done with it */
  acts?: ReactNode
  /** whether it needs a person */
  isTroubled?: boolean
  /** what is amiss, below the rest */
  children?: ReactNode
}

/** A row of the list of connections, be it of a folder, an agent or a key. */
export function ConnectionRow(props: ConnectionRowProps) {
  const { mark, name, about, status, age, acts, isTroubled = false, children } = props
  return (
    <li
      className={classNames(
        'flex min-h-[60px] items-start gap-x-3 border-b border-line px-5 py-[11px] max-md:px-4',
        isTroubled && 'bg-caution-bg',
      )}
    >
      <span className="flex pt-1.5">{mark}</span>
      <div className="min-w-0 flex-1">
        <div className="flex min-w-0 leading-5 font-semibold">{name}</div>
        <div className="text-xs text-ink-2">{about}</div>
        {children}
      </div>
      <div className="flex shrink-0 items-center gap-x-3 pt-1.5 text-xs text-ink-2 max-xl:flex-col max-xl:items-end max-xl:pt-0">
        <span className="max-w-40 min-w-0 truncate xl:w-30">{status}</span>
        <span className="w-12 text-right tabular-nums" data-changes-with-time>
          {age}
        </span>
      </div>
      <span className="flex w-7 shrink-0 justify-end pt-1">{acts}</span>
    </li>
  )
}
