'use client'

/** A checkbox with its label. */
export function Checkbox({
  label,
  isChecked,
  onChange,
}: {
  label: string
  isChecked: boolean
  onChange: (isChecked: boolean) => void
}) {
  return (
    <label className="flex items-baseline gap-2 text-sm">
      <input
        type="checkbox"
        checked={isChecked}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span>{label}</span>
    </label>
  )
}
