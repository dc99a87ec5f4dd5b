'use client'

import { Check, ChevronDown, type LucideIcon } from 'lucide-react'
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { buttonLook } from './button'
import { clsx } from 'clsx'
import { Link } from './link'
import { SwitchBody } from './switch'
import { Kbd, type Stroke } from '@/components/keys/kbd'

export interface MenuProps {
  /** the button's name, and the menu's */
  label: string
  /** content of the button */
  button: ReactNode
  /** how it looks, where it is no quiet icon */
  buttonClass?: string
  /** `MenuLink`s, `MenuButton`s and `MenuRule`s; what loses something comes last, after a rule */
  children: ReactNode
}

/**
 * A button with a menu. It opens without waiting for a script; what it holds is made when it first
 * opens, since a list has one in each row.
 */
export function Menu({
  label,
  button,
  buttonClass = buttonLook({ variant: 'quiet', size: 'icon' }),
  children,
}: MenuProps) {
  const id = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [isMade, setMade] = useState(false)
  useEffect(() => {
    // It was opened before the page was hydrated, and holds nothing.
    if (!menu.current?.matches(':popover-open')) return
    menu.current.hidePopover()
    opener.current?.click()
  }, [])
  return (
    <>
      <button
        ref={opener}
        type="button"
        popoverTarget={id}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        className={buttonClass}
      >
        {button}
      </button>
      <div
        id={id}
        ref={menu}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        className="popover-list"
        onBeforeToggle={({ newState }) => {
          if (newState !== 'open') return
          setMade(true)
          // However it was opened, the focus comes back there.
          opener.current?.focus()
        }}
        onToggle={({ newState, currentTarget }) => {
          setOpen(newState === 'open')
          if (newState === 'open') focusFirstItem(currentTarget)
        }}
        onKeyDown={moveWithin}
        onPointerMove={focusPointed}
        onClick={({ target }) => {
          if (target instanceof Element && target.closest('[role^="menuitem"]')) {
            menu.current?.hidePopover()
          }
        }}
      >
        {isMade ? children : null}
      </div>
    </>
  )
}

const itemLook = (isDanger = false) =>
  clsx(
    'flex w-full cursor-pointer items-center gap-2.5 rounded-control px-2.5 py-1.5 text-left outline-offset-[-2px] max-md:py-2.5',
    isDanger
      ? 'text-removed hover:bg-danger-bg focus:bg-danger-bg'
      : 'hover:bg-raised-hover focus:bg-raised-hover',
  )

interface ItemProps {
  Icon?: LucideIcon
  /** the key that does the same */
  stroke?: Stroke
  isDanger?: boolean
  children: ReactNode
}

function ItemBody({ Icon, stroke, children }: ItemProps) {
  return (
    <>
      {Icon ? (
        <Icon size={15} strokeWidth={1.75} aria-hidden className="shrink-0 opacity-80" />
      ) : null}
      <span className="line-clamp-2 min-w-0 flex-1 wrap-anywhere">{children}</span>
      {stroke ? <Kbd stroke={stroke} /> : null}
    </>
  )
}

export function MenuLink({
  href,
  download,
  isChosen,
  ...item
}: ItemProps & {
  href: string
  /** its address is a file, and no page */
  download?: boolean
  /** for one of several choices: whether it holds */
  isChosen?: boolean
}) {
  const choice = isChosen !== undefined && { 'aria-checked': isChosen, scroll: false }
  return (
    <Link
      role={choice ? 'menuitemradio' : 'menuitem'}
      tabIndex={-1}
      href={href}
      download={download}
      className={itemLook(item.isDanger)}
      {...choice}
    >
      {choice ? (
        <Check size={15} aria-hidden className={isChosen ? 'shrink-0' : 'invisible shrink-0'} />
      ) : null}
      <ItemBody {...item} />
    </Link>
  )
}

export function MenuButton({
  onSelect,
  isOn,
  ...item
}: ItemProps & {
  onSelect: () => void
  /** for what can be switched: whether it holds */
  isOn?: boolean
}) {
  return (
    <button
      type="button"
      role={isOn === undefined ? 'menuitem' : 'menuitemcheckbox'}
      aria-checked={isOn}
      tabIndex={-1}
      className={itemLook(item.isDanger)}
      onClick={onSelect}
    >
      {isOn === undefined ? null : <SwitchBody isOn={isOn} />}
      <ItemBody {...item} />
    </button>
  )
}

export function MenuRule() {
  return <hr className="mx-1 my-1 border-line" />
}

export interface ChoiceMenuProps {
  /** name of the choice: “Sort by” */
  label: string
  /** the choice that holds */
  chosen: string
  choices: readonly { href: string; label: string; isChosen: boolean }[]
}

/** Chooses what the address says of a list; it works without a script. */
export function ChoiceMenu({ label, chosen, choices }: ChoiceMenuProps) {
  return (
    <Menu
      label={`${label}: ${chosen}`}
      buttonClass={buttonLook()}
      button={
        <>
          {/* The space is for who speaks what they see: no layout puts one into a name. */}
          <span className="max-w-40 truncate text-ink-3">{label}</span>{' '}
          <span className="max-w-40 truncate">{chosen}</span>
          <ChevronDown size={14} aria-hidden className="text-ink-3" />
        </>
      }
    >
      {choices.map((choice) => (
        <MenuLink key={choice.href} href={choice.href} isChosen={choice.isChosen}>
          {choice.label}
        </MenuLink>
      ))}
    </Menu>
  )
}

const ITEMS = '[role^="menuitem"]:not([aria-disabled="true"])'

/** Puts the focus on the chosen item of a list that has just opened, else on its first. */
export function focusFirstItem(list: HTMLElement): void {
  const items = itemsOf(list)
  const chosen = items.find((item) => item.getAttribute('aria-checked') === 'true')
  ;(chosen ?? items[0])?.focus()
}

/** Moves the focus to the item under the pointer: two that look chosen would be one too many. */
export function focusPointed({ target, pointerType }: PointerEvent): void {
  const item = target instanceof Element ? target.closest<HTMLElement>(ITEMS) : null
  if (pointerType === 'touch' || item === document.activeElement) return
  item?.focus({ preventScroll: true })
}

/**
 * Moves the focus within a menu or a list by arrows, Home, End and the first letters of an item, as
 * the ARIA Authoring Practices ask. Escape and a click outside close it by themselves.
 */
export function moveWithin(event: KeyboardEvent<HTMLElement>): void {
  const items = itemsOf(event.currentTarget)
  if (items.length === 0) return
  const at = items.findIndex((item) => item === document.activeElement)
  const to = targetOf(event, items, at)
  if (event.key === 'Tab') event.currentTarget.hidePopover()
  if (to === null) return
  event.preventDefault()
  event.stopPropagation()
  items[(to + items.length) % items.length]?.focus()
}

function targetOf(
  { key, metaKey, ctrlKey, altKey }: KeyboardEvent,
  items: readonly HTMLElement[],
  at: number,
): number | null {
  if (metaKey || ctrlKey || altKey) return null
  if (key === 'ArrowDown') return at + 1
  if (key === 'ArrowUp') return at < 0 ? -1 : at - 1
  if (key === 'Home') return 0
  if (key === 'End') return -1
  if (key.length !== 1 || key === ' ') return null
  const letter = key.toLocaleLowerCase()
  const after = [...items.slice(at + 1), ...items.slice(0, at + 1)]
  const found = after.find((item) => item.textContent.trim().toLocaleLowerCase().startsWith(letter))
  return found ? items.indexOf(found) : null
}

/** Lists the items of a popover, without those that the window's width hides. */
const itemsOf = (list: HTMLElement) =>
  [...list.querySelectorAll<HTMLElement>(ITEMS)].filter((item) => item.checkVisibility())
