import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { plainName } from '@/lib/text/visible-text'
import { fieldLook } from './field-look'

export interface FieldProps extends Omit<ComponentProps<'input'>, 'className' | 'id'> {
  label: ReactNode
  /** whether the label is read out only */
  isLabelHidden?: boolean
  hint?: ReactNode
  /** why what is typed is not taken; it stays in the field */
  problem?: ReactNode
  /** of a text of several lines, how many are in sight */
  rows?: number
}

/** A labelled line of text, or some lines. */
export function Field({ label, isLabelHidden = false, hint, problem, rows, ...props }: FieldProps) {
  const id = useId()
  const field = {
    id,
    'aria-invalid': problem ? true : undefined,
    'aria-describedby': hint || problem ? `${id}-hint` : undefined,
    ...props,
  }
  return (
    <Labelled id={id} label={label} isLabelHidden={isLabelHidden} hint={hint} problem={problem}>
      {rows === undefined ? (
        <input {...field} className={clsx(fieldLook, 'h-8 max-md:h-10')} />
      ) : (
        <textarea
          {...(field as ComponentProps<'textarea'>)}
          rows={rows}
          className={clsx(fieldLook, 'min-h-16 py-1.5')}
        />
      )}
    </Labelled>
  )
}

export interface ChoiceProps<Value extends string> extends Omit<
  ComponentProps<'select'>,
  'className' | 'id' | 'onChange'
> {
  label: ReactNode
  isLabelHidden?: boolean
  /** what follows from the choice */
  hint?: ReactNode
  choices: readonly { value: Value; label: string }[]
  onChoose?: (value: Value) => void
}

/** The list of a choice looks as our menus do where browsers let it; elsewhere it is the browser's. */
const listLook = [
  'leading-8 [&::picker-icon]:hidden max-md:leading-10 supports-[appearance:base-select]:[appearance:base-select]',
  '[&::picker(select)]:my-1 [&::picker(select)]:max-w-[min(22rem,calc(100vw-1rem))] [&::picker(select)]:[appearance:base-select] [&::picker(select)]:rounded-card [&::picker(select)]:border-0 [&::picker(select)]:bg-raised [&::picker(select)]:p-1 [&::picker(select)]:text-ink [&::picker(select)]:shadow-e-2',
  '[&_option]:leading-5 [&_option]:-outline-offset-2 [&_option]:wrap-anywhere [&_option]:whitespace-normal [&_option]:rounded-control [&_option]:px-2.5 [&_option]:py-1.5 [&_option]:max-md:py-2.5 [&_option:is(:hover,:focus-visible)]:bg-raised-hover',
]

/** A labelled choice of one of several values. */
export function Choice<Value extends string>({
  label,
  isLabelHidden = false,
  hint,
  choices,
  onChoose,
  ...props
}: ChoiceProps<Value>) {
  const id = useId()
  return (
    <Labelled id={id} label={label} isLabelHidden={isLabelHidden} hint={hint}>
      <span className="relative block overflow-clip">
        <select
          id={id}
          aria-describedby={hint ? `${id}-hint` : undefined}
          onChange={({ target }) => onChoose?.(target.value as Value)}
          className={clsx(
            fieldLook,
            'h-8 cursor-pointer appearance-none truncate pr-7 max-md:h-10',
            listLook,
          )}
          {...props}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
        <ChevronDown
          size={14}
          aria-hidden
          className="pointer-events-none absolute inset-y-0 right-0.5 my-auto box-content bg-raised px-1.5 py-1 text-ink-3"
        />
      </span>
    </Labelled>
  )
}

export interface StoreChoiceProps {
  label: string
  /** names the choice of all stores, which is '' */
  all: string
  stores: readonly { id: string; name: string }[]
  defaultValue: string
  onChoose?: () => void
}

/** One of the stores, or all, as `store` of a form. */
export function StoreChoice({ all, stores, ...props }: StoreChoiceProps) {
  const choices = stores.map(({ id, name }) => ({ value: id, label: plainName(name) }))
  return (
    <div className="max-w-48">
      <Choice
        name="store"
        isLabelHidden
        choices={[{ value: '', label: all }, ...choices]}
        {...props}
      />
    </div>
  )
}

interface LabelledProps {
  id: string
  label: ReactNode
  isLabelHidden: boolean
  hint?: ReactNode
  problem?: ReactNode
  children: ReactNode
}

function Labelled({ id, label, isLabelHidden, hint, problem, children }: LabelledProps) {
  return (
    <div className="min-w-0">
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'mb-1 block w-fit font-medium'}>
        {label}
      </label>
      {children}
      {hint || problem ? (
        <p
          id={`${id}-hint`}
          role={problem ? 'alert' : undefined}
          className={clsx('mt-1 text-xs', problem ? 'text-removed' : 'text-ink-3')}
        >
          {problem || hint}
        </p>
      ) : null}
    </div>
  )
}

export interface CheckboxProps {
  isTicked: boolean
  /** some of what it stands for is ticked */
  isMixed?: boolean
  onTick: (isTicked: boolean) => void
  isOff?: boolean
  /** read out in place of `children` */
  label?: string
  children?: ReactNode
}

/** A tick in a form or a row. */
export function Checkbox({ isTicked, isMixed, onTick, isOff, label, children }: CheckboxProps) {
  return (
    // Above what a row's link covers.
    <label className="relative z-1 inline-flex min-h-6 min-w-6 cursor-pointer items-center gap-2">
      <input
        type="checkbox"
        checked={isTicked}
        disabled={isOff}
        aria-label={label}
        ref={(box) => {
          if (box) box.indeterminate = isMixed ?? false
        }}
        onChange={(event) => onTick(event.target.checked)}
        className="size-4 shrink-0 cursor-pointer"
      />
      {children}
    </label>
  )
}
