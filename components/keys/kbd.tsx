'use client'

import { useTranslations } from 'next-intl'
import { createContext, use } from 'react'

/**
 * What is pressed: a letter or sign, or the name of a key, after its modifiers. `mod` is ⌘ on a Mac
 * and Ctrl elsewhere.
 */
export type Stroke = Key | `shift+${Key}` | `mod+${Key}` | `mod+shift+${Key}`

/** One key after the other. */
export type Chord = `g>${Letter}`

type Each<Signs> = Signs extends `${infer Sign}${infer Rest}` ? Sign | Each<Rest> : never

export type Letter = Each<'abcdefghijklmnopqrstuvwxyz'>

type Key = Letter | Each<'/?\\[].'> | keyof typeof SIGNS | 'space' | 'f2'

/** Whether the person's machine has a ⌘ key. */
export const HasCommandKey = createContext(false)

const SIGNS = {
  enter: '↵',
  escape: 'Esc',
  delete: 'Del',
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
  home: 'Home',
  end: 'End',
} as const

export interface KbdProps {
  stroke: Stroke | Chord
  /** on a button `aria-keyshortcuts` says it; in a list of keys it is read out */
  isRead?: boolean
}

/** A key to press, or some after each other. On a primary button it takes the button's colours. */
export function Kbd({ stroke, isRead = false }: KbdProps) {
  const t = useTranslations('Keys')
  const hasCommandKey = use(HasCommandKey)
  const signOf = (key: string) => {
    if (key === 'mod') return hasCommandKey ? '⌘' : 'Ctrl '
    if (key === 'shift') return '⇧'
    if (key === 'space') return t('space')
    return SIGNS[key as keyof typeof SIGNS] ?? key.toUpperCase()
  }
  return stroke.split('>').map((part, at) => (
    <kbd key={at} aria-hidden={!isRead} className="kbd">
      {part.split('+').map(signOf).join('')}
    </kbd>
  ))
}
