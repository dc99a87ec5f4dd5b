'use client'

import type { ReactNode } from 'react'

export interface SeedChoiceProps<Value extends string> {
  /** of the radio group in its form */
  name: string
  legend: ReactNode
  choices: readonly Value[]
  labelOf: (choice: Value) => string
  value: Value
  isOff?: boolean
  onChoose: (choice: Value) => void
}

/** Radio buttons, each a large enough target (WCAG 2.2, 2.5.8). */
export function SeedChoice<Value extends string>({
  name,
  legend,
  choices,
  labelOf,
  value,
  isOff = false,
  onChoose,
}: SeedChoiceProps<Value>) {
  return (
    <fieldset className="space-y-1">
      <legend>{legend}</legend>
      {choices.map((each) => (
        <label key={each} className="flex min-h-7 items-center gap-2 text-sm">
          <input
            type="radio"
            name={name}
            className="size-4 shrink-0"
            checked={value === each}
            disabled={isOff}
            onChange={() => onChoose(each)}
          />
          <span>{labelOf(each)}</span>
        </label>
      ))}
    </fieldset>
  )
}
