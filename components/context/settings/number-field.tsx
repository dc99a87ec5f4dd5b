'use client'

import type { ComponentProps } from 'react'
import { useTypedNumber } from '@/components/ui/use-typed-number'

interface Shared {
  label: string
  value: number | null
  min?: number
  max?: number
  isDisabled?: boolean
}

interface NumberFieldProps extends Shared {
  onChange: (value: number | null) => void
  placeholder: string
  step?: number | 'any'
  /** reason why the number cannot stand beside the others; omit or null: it can */
  problem?: string | null
}

/** A labelled number; empty is null, for which the placeholder stands. */
export function NumberField({
  label,
  value,
  onChange,
  isDisabled,
  problem = null,
  ...props
}: NumberFieldProps) {
  return (
    <Labelled
      {...props}
      label={label}
      type="number"
      ref={(input) => input?.setCustomValidity(problem ?? '')}
      value={value ?? ''}
      disabled={isDisabled}
      onChange={({ target }) =>
        onChange(Number.isNaN(target.valueAsNumber) ? null : target.valueAsNumber)
      }
    />
  )
}

/** A labelled number that must be there. */
export function NeededNumberField({
  label,
  value,
  onChange,
  isDisabled,
  ...props
}: Shared & { onChange: (value: number) => void }) {
  const typed = useTypedNumber(value, onChange)
  return <Labelled {...props} {...typed} label={label} disabled={isDisabled} />
}

function Labelled({ label, ...props }: ComponentProps<'input'> & { label: string }) {
  return (
    <label className="block text-sm">
      {label}
      <input
        {...props}
        className="mt-1 block h-8 w-full rounded-control border border-control bg-sheet px-2 disabled:opacity-50"
      />
    </label>
  )
}
