'use client'

import type { ReactNode } from 'react'
import { classNames } from '@/components/ui/class-names'

export interface SeedChoiceProps<Value extends string> {
  /** of the radio group in its form */
  name: string
  legend: ReactNode
  choices: readonly Value[]
  labelOf: (choice: Value) => string
  /** the consequence of a choice */
  noteOf: (choice: Value) => string
  /** null: none of them */
  value: Value | null
  isOff?: boolean
  /** whether the choices stand under each other, however wide it is */
  isNarrow?: boolean
  onChoose: (choice: Value) => void
}

/** Radio buttons as cards, each with what follows from it. */
export function SeedChoice<Value extends string>({
  name,
  legend,
  choices,
  labelOf,
  noteOf,
  value,
  isOff = false,
  isNarrow = false,
  onChoose,
}: SeedChoiceProps<Value>) {
  return (
    <fieldset>
      <legend className="pb-1.5 font-medium">{legend}</legend>
      <div className={classNames('grid gap-2', !isNarrow && 'lg:grid-cols-3')}>
        {choices.map((each) => (
          <label
            key={each}
            className="flex cursor-pointer items-start gap-2.5 rounded-card p-2.5 shadow-[inset_0_0_0_1px_var(--line-2)] has-checked:bg-accent-bg has-checked:shadow-[inset_0_0_0_1.5px_var(--accent)]"
          >
            <input
              type="radio"
              name={name}
              className="mt-0.5 size-4 shrink-0 accent-accent"
              checked={value === each}
              disabled={isOff}
              aria-describedby={`${name}-${each}`}
              onChange={() => onChoose(each)}
            />
            <span>
              <span className="font-medium">{labelOf(each)}</span>
              <span id={`${name}-${each}`} className="block text-xs text-ink-2">
                {noteOf(each)}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
