import type { ReactNode } from 'react'

export interface LineRowProps {
  line: number
  /** of the link that its number is */
  label: string
  /** whether Tab leads to it; from there the arrow keys go on */
  isStop: boolean
  children: ReactNode
}

/** A line with its number, which is not copied with it; of a list within `LineMarks`. */
export function LineRow({ line, label, isStop, children }: LineRowProps) {
  return (
    <li id={`L${line}`} data-line-row={line} className="flex">
      <a
        href={`#L${line}`}
        aria-label={label}
        data-line={line}
        tabIndex={isStop ? 0 : -1}
        className="w-14 shrink-0 pr-3 text-right text-faint select-none before:content-[attr(data-line)] hover:text-accent"
      />
      <code className="min-w-0 flex-1 pr-4 break-words whitespace-pre-wrap">{children}</code>
    </li>
  )
}
