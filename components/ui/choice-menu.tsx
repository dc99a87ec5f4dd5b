'use client'

import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names'
import { Menu, MenuLink } from './menu'

export interface ChoiceMenuProps {
  /** name of the choice: “Sort by” */
  label: string
  /** the choice that holds */
  chosen: string
  isMarked?: boolean
  /** in a page's head: all that a phone shows of the button */
  icon?: ReactNode
  choices: readonly { href: string; label: string; isChosen: boolean }[]
}

/** Chooses what the address says of a list; it works without a script. */
export function ChoiceMenu({ label, chosen, isMarked = false, icon, choices }: ChoiceMenuProps) {
  const narrow = icon === undefined ? undefined : 'max-md:sr-only'
  return (
    <Menu
      label={`${label}: ${chosen}`}
      size="normal"
      variant="secondary"
      button={
        <>
          {icon === undefined ? null : <span className="md:hidden">{icon}</span>}
          {/* The space is for who speaks what they see: no layout puts one into a name. */}
          <span className={classNames('text-ink-3', narrow)}>{label}</span>{' '}
          <span className={classNames('max-w-40 truncate', isMarked && 'text-accent', narrow)}>
            {chosen}
          </span>
          <ChevronDown
            size={14}
            aria-hidden
            className={classNames('text-ink-3', icon !== undefined && 'max-md:hidden')}
          />
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
