'use client'

import { Keyboard, Search } from 'lucide-react'
import dynamic from 'next/dynamic'
import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { Suspense, useEffect, useState } from 'react'
import { SECTIONS, SETTINGS } from '@/components/frame/sections'
import { PaletteTexts } from '@/components/i18n/palette-texts'
import { isTextInput } from '@/components/ui/is-text-input'
import { Kbd, useModifier } from '@/components/ui/kbd'
import { isForPage, isPageKey } from '@/components/ui/page-key'
import { noteVisit, visitOf } from './visits'

// Loaded on demand.
const CommandPalette = dynamic(
  () => import('./command-palette').then((module) => module.CommandPalette),
  { ssr: false },
)
const KeysDialog = dynamic(() => import('./keys-dialog').then((module) => module.KeysDialog), {
  ssr: false,
})

type Opened = 'palette' | 'keys'

/** Asks the host to open something, from wherever in the window. */
const OPEN = 'palimpsest:open'

const open = (what: Opened) => window.dispatchEvent(new CustomEvent(OPEN, { detail: what }))

export const openPalette = () => open('palette')

/** So long G waits for the letter of a page. */
const CHORD_MS = 1_500

/** G and then its letter lead to a section; the letter does nothing else then. */
function useGoKeys(): void {
  const router = useRouter()
  useEffect(() => {
    let begun = -Infinity
    const onKey = (event: KeyboardEvent) => {
      const isSecond = event.timeStamp - begun < CHORD_MS
      begun = -Infinity
      if (!isPageKey(event)) return
      if (!isSecond) {
        if (event.key === 'g') begun = event.timeStamp
        return
      }
      const section = [...SECTIONS, SETTINGS].find(({ letter }) => letter === event.key)
      if (!section) return
      event.preventDefault()
      event.stopImmediatePropagation()
      router.push(section.href)
    }
    // Before the keys of the page.
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [router])
}

/** Opens the command palette by ⌘K or Ctrl+K, and the list of keys by `?`; notes what is visited, for the palette. */
export function PaletteHost() {
  useGoKeys()
  const [opened, setOpened] = useState<Opened | null>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        setOpened('palette')
      } else if (event.key === '?' && !isTextInput(event.target) && isForPage(event)) {
        event.preventDefault()
        setOpened('keys')
      }
    }
    const onAsked = (event: Event) => {
      if (event instanceof CustomEvent) setOpened(event.detail === 'keys' ? 'keys' : 'palette')
    }
    window.addEventListener('keydown', onKey)
    window.addEventListener(OPEN, onAsked)
    return () => {
      window.removeEventListener('keydown', onKey)
      window.removeEventListener(OPEN, onAsked)
    }
  }, [])
  const visit = visitOf(usePathname(), useSearchParams())
  useEffect(() => {
    if (visit !== null) noteVisit(visit)
  }, [visit])
  const onOpenChange = (isOpen: boolean) => setOpened(isOpen ? opened : null)
  if (opened === null) return null
  return (
    <Suspense>
      <PaletteTexts>
        {opened === 'palette' ? (
          <CommandPalette onOpenChange={onOpenChange} onKeys={() => setOpened('keys')} />
        ) : (
          <KeysDialog onOpenChange={onOpenChange} />
        )}
      </PaletteTexts>
    </Suspense>
  )
}

/** Opens the command palette. */
export function PaletteButton({ text }: { text: string }) {
  const modifier = useModifier()
  return (
    <button
      type="button"
      onClick={openPalette}
      aria-keyshortcuts={`${modifier}+K`}
      title={text}
      className="mb-2.5 flex h-[30px] shrink-0 cursor-pointer items-center gap-2 rounded-control bg-sheet px-2 text-left text-ink-3 shadow-[0_0_0_1px_var(--line-2)] hover:text-ink rail:h-9 rail:justify-center rail:bg-transparent rail:shadow-none rail:hover:bg-desk-hover"
    >
      <Search size={15} aria-hidden className="shrink-0" />
      <span className="min-w-0 flex-1 truncate rail:sr-only">{text}</span>
      <span aria-hidden className="rail:hidden">
        <Kbd>⌘K</Kbd>
      </span>
    </button>
  )
}

/** Opens the list of keys. */
export function KeysButton({ text }: { text: string }) {
  return (
    <button
      type="button"
      onClick={() => open('keys')}
      aria-keyshortcuts="?"
      title={text}
      className="flex h-[30px] cursor-pointer items-center gap-2.5 rounded-control px-2 text-left font-medium text-ink-2 hover:bg-desk-hover rail:h-9 rail:justify-center rail:px-0"
    >
      <Keyboard size={17} strokeWidth={1.75} aria-hidden className="shrink-0" />
      <span className="min-w-0 flex-1 truncate rail:sr-only">{text}</span>
      <span aria-hidden className="rail:hidden">
        <Kbd>?</Kbd>
      </span>
    </button>
  )
}
