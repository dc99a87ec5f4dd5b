'use client'

import { ChevronDown } from 'lucide-react'
import { classNames } from './class-names'
import { Menu, MenuLink } from './menu'

export interface ChoiceMenuProps {
  /** name of the choice: “Sort by” */
  label: string
  /** the choice that holds */
  chosen: string
  isMarked?: boolean
  choices: readonly { href: string; label: string; isChosen: boolean }[]
}

/** Chooses what the address says of a list; it works without a script. */
export function ChoiceMenu({ label, chosen, isMarked = false, choices }: ChoiceMenuProps) {
  return (
    <Menu
      label={`${label}: ${chosen}`}
      size="normal"
      variant="secondary"
      button={
        <>
          {/* The space is for who speaks what they see: no layout puts one into a name. */}
          <span className="text-ink-3">{label}</span>{' '}
          <span className={classNames('max-w-40 truncate', isMarked && 'text-accent')}>
            {chosen}
          </span>
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
