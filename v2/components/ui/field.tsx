import { clsx } from 'clsx'
import { type ComponentProps, type ReactNode, useId } from 'react'

/** The look of a field that is typed into. */
export const fieldLook =
  'block w-full rounded-control bg-raised px-2.5 shadow-[inset_0_0_0_1px_var(--control)] outline-none focus-visible:shadow-[inset_0_0_0_2px_var(--accent)] aria-invalid:shadow-[inset_0_0_0_2px_var(--danger)] disabled:text-ink-2'

interface Around {
  label: ReactNode
  /** whether the label is read out only */
  isLabelHidden?: boolean
  hint?: ReactNode
  /** why what is typed is not taken; it stays in the field */
  problem?: ReactNode
  className?: string
}

/** A labelled line of text. */
export function Field({
  label,
  isLabelHidden,
  hint,
  problem,
  className,
  ...props
}: Around & Omit<ComponentProps<'input'>, 'className'>) {
  const own = useId()
  const id = props.id ?? own
  return (
    <div className={className}>
      <Label htmlFor={id} isHidden={isLabelHidden}>
        {label}
      </Label>
      <input
        id={id}
        aria-invalid={problem ? true : undefined}
        aria-describedby={hint || problem ? `${id}-hint` : undefined}
        className={clsx(fieldLook, 'h-8 max-md:h-10')}
        {...props}
      />
      <Hint id={`${id}-hint`} hint={hint} problem={problem} />
    </div>
  )
}

/** A labelled text of several lines. */
export function Area({
  label,
  isLabelHidden,
  hint,
  problem,
  className,
  ...props
}: Around & Omit<ComponentProps<'textarea'>, 'className'>) {
  const own = useId()
  const id = props.id ?? own
  return (
    <div className={className}>
      <Label htmlFor={id} isHidden={isLabelHidden}>
        {label}
      </Label>
      <textarea
        id={id}
        aria-invalid={problem ? true : undefined}
        aria-describedby={hint || problem ? `${id}-hint` : undefined}
        className={clsx(fieldLook, 'min-h-16 py-1.5')}
        {...props}
      />
      <Hint id={`${id}-hint`} hint={hint} problem={problem} />
    </div>
  )
}

function Label({
  htmlFor,
  isHidden = false,
  children,
}: {
  htmlFor: string
  isHidden?: boolean | undefined
  children: ReactNode
}) {
  return (
    <label htmlFor={htmlFor} className={isHidden ? 'sr-only' : 'mb-1 block w-fit font-medium'}>
      {children}
    </label>
  )
}

function Hint({ id, hint, problem }: { id: string; hint: ReactNode; problem: ReactNode }) {
  if (!hint && !problem) return null
  return (
    <p
      id={id}
      role={problem ? 'alert' : undefined}
      className={clsx('mt-1 text-xs', problem ? 'text-removed' : 'text-ink-3')}
    >
      {problem || hint}
    </p>
  )
}
