'use client'

import { Check, ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { clsx } from 'clsx'
import { focusFirstItem, focusPointed, moveWithin } from './popover-keys'

export interface SelectOption<Value extends string> {
  value: Value
  label: ReactNode
  /** the consequence of the choice */
  note?: ReactNode
}

export interface SelectProps<Value extends string> {
  label: string
  /** whether the label is read out only */
  isLabelHidden?: boolean
  /** in a form */
  name?: string
  options: readonly SelectOption<Value>[]
  value: Value
  onChoose: (value: Value) => void
  isOff?: boolean
  className?: string
}

/** Chooses one of several values; each may say what follows from it. */
export function Select<Value extends string>({
  label,
  isLabelHidden = false,
  name,
  options,
  value,
  onChoose,
  isOff = false,
  className,
}: SelectProps<Value>) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const chosen = options.find((option) => option.value === value)
  return (
    <div className={className}>
      <span id={`${id}-label`} className={isLabelHidden ? 'sr-only' : 'mb-1 block font-medium'}>
        {label}
      </span>
      {name === undefined ? null : <input type="hidden" name={name} value={value} />}
      <button
        type="button"
        id={`${id}-button`}
        role="combobox"
        popoverTarget={id}
        disabled={isOff}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-labelledby={`${id}-label`}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          document.getElementById(id)?.showPopover()
        }}
        className="select-button flex h-7 w-full cursor-pointer items-center gap-2 rounded-control bg-raised pr-2 pl-2.5 text-left shadow-[inset_0_0_0_1px_var(--control)] disabled:cursor-not-allowed disabled:opacity-60 max-md:h-10"
      >
        <span className="min-w-0 flex-1 truncate">{chosen?.label}</span>
        <ChevronDown size={14} aria-hidden className="shrink-0 text-ink-3" />
      </button>
      <div
        id={id}
        popover="auto"
        role="listbox"
        tabIndex={-1}
        aria-labelledby={`${id}-label`}
        className="popover-list"
        onToggle={({ newState, currentTarget }) => {
          setOpen(newState === 'open')
          if (newState === 'open') focusFirstItem(currentTarget)
        }}
        onKeyDown={moveWithin}
        onPointerMove={focusPointed}
      >
        {options.map((option) => (
          <button
            key={option.value}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={option.value === value}
            className={clsx(
              'flex w-full cursor-pointer items-start gap-2.5 rounded-control px-2.5 py-1.5 text-left outline-offset-[-2px] hover:bg-raised-hover focus:bg-raised-hover',
              option.value === value && 'font-medium',
            )}
            onClick={() => {
              document.getElementById(id)?.hidePopover()
              onChoose(option.value)
            }}
          >
            <span className="min-w-0 flex-1">
              {option.label}
              {option.note ? (
                <span className="block text-xs font-normal text-ink-3">{option.note}</span>
              ) : null}
            </span>
            <Check
              size={14}
              aria-hidden
              className={clsx('mt-[3px] shrink-0', option.value !== value && 'invisible')}
            />
          </button>
        ))}
      </div>
    </div>
  )
}
