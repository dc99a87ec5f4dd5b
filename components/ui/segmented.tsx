import type { ReactNode } from 'react'
import { clsx } from 'clsx'
import { Link } from './link'

export interface Segment {
  /** its address: each view of a thing has one */
  href: string
  label: ReactNode
  isCurrent: boolean
}

export const segmentsLook =
  'inline-flex w-fit max-w-full min-w-0 flex-wrap gap-px rounded-[7px] bg-[light-dark(#efeeea,#0f1013)] p-0.5 shadow-[inset_0_0_0_1px_light-dark(#0000,#25282d)]'

export const segmentLook = (isCurrent: boolean) =>
  clsx(
    'flex h-6 cursor-pointer items-center gap-1.5 rounded-[5px] px-2 text-xs font-medium whitespace-nowrap max-md:h-8 max-md:px-3',
    isCurrent
      ? 'bg-[light-dark(#fff,#2a2e35)] text-ink shadow-[0_0_0_1px_light-dark(#1b1a1714,#3a3f48),0_1px_2px_light-dark(#1b1a1714,#0000)]'
      : 'text-ink-2 hover:text-ink',
  )

interface SegmentedLinksProps {
  label: string
  segments: readonly Segment[]
}

/** Two to four views of one thing, each a link. */
export function SegmentedLinks({ label, segments }: SegmentedLinksProps) {
  return (
    <nav aria-label={label} className={segmentsLook}>
      {segments.map(({ href, label: name, isCurrent }) => (
        <Link
          key={href}
          href={href}
          scroll={false}
          aria-current={isCurrent ? 'true' : undefined}
          className={segmentLook(isCurrent)}
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}

export interface SegmentedChoiceProps<Value extends string> {
  /** the name of the field in a form */
  name: string
  legend: string
  choices: readonly { value: Value; label: ReactNode }[]
  /** null: none of them */
  value: Value | null
  /** whether it can only be read */
  isOff?: boolean
  onChoose: (value: Value) => void
}

/** A choice of one of a few values within a form. */
export function SegmentedChoice<Value extends string>({
  name,
  legend,
  choices,
  value,
  isOff = false,
  onChoose,
}: SegmentedChoiceProps<Value>) {
  return (
    <fieldset disabled={isOff} className={segmentsLook}>
      <legend className="sr-only">{legend}</legend>
      {choices.map((choice) => (
        <label
          key={choice.value}
          className={clsx(
            segmentLook(choice.value === value),
            // The hidden field lies in it: placed against the sheet, its focus would scroll that.
            'relative has-focus-visible:outline-2 has-focus-visible:outline-accent',
          )}
        >
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChoose(choice.value)}
            className="sr-only"
          />
          {choice.label}
        </label>
      ))}
    </fieldset>
  )
}

export interface Tab extends Segment {
  /** number of entries; null: not counted */
  count: ReactNode | null
}

/** Different things about one subject, each with an address. */
export function TabLinks({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav
      aria-label={label}
      className="flex h-10 gap-4 overflow-x-auto overflow-y-hidden border-b border-line px-4"
    >
      {tabs.map(({ href, label: name, count, isCurrent }) => (
        <Link
          key={href}
          href={href}
          scroll={false}
          aria-current={isCurrent ? 'page' : undefined}
          className={clsx(
            '-mb-px flex items-center gap-1.5 border-b-2 font-medium whitespace-nowrap outline-offset-[-2px]',
            isCurrent ? 'border-ink text-ink' : 'border-transparent text-ink-2 hover:text-ink',
          )}
        >
          {name}
          {count === null ? null : <span className="text-ink-3 tabular-nums">{count}</span>}
        </Link>
      ))}
    </nav>
  )
}
