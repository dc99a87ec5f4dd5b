import type { ComponentProps } from 'react'
import { classNames } from './class-names'

/** A labelled text input. */
export function Field({
  label,
  hint,
  className,
  id,
  ...props
}: ComponentProps<'input'> & { label: string; hint?: string; id: string }) {
  return (
    <div className={className}>
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <input
        id={id}
        className={classNames(
          'mt-1 block h-8 w-full rounded-control border border-control bg-sheet px-2',
        )}
        aria-describedby={hint ? `${id}-hint` : undefined}
        {...props}
      />
      {hint ? (
        <p id={`${id}-hint`} className="mt-1 text-xs text-ink-3">
          {hint}
        </p>
      ) : null}
    </div>
  )
}
