'use client'

/** A labelled number; empty is null. */
export function NumberField({
  label,
  value,
  onChange,
  placeholder,
  min,
  max,
  step,
  isDisabled = false,
}: {
  label: string
  value: number | null
  onChange: (value: number | null) => void
  placeholder?: string
  min?: number
  max?: number
  step?: number | 'any'
  isDisabled?: boolean
}) {
  return (
    <label className="block text-sm">
      {label}
      <input
        type="number"
        value={value ?? ''}
        placeholder={placeholder}
        min={min}
        max={max}
        step={step}
        disabled={isDisabled}
        onChange={({ target }) =>
          onChange(Number.isNaN(target.valueAsNumber) ? null : target.valueAsNumber)
        }
        className="mt-1 block h-8 w-full rounded-control border border-control bg-sheet px-2 disabled:opacity-50"
      />
    </label>
  )
}
