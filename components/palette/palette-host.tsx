'use client'

import { Search } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { isWritten } from '@/components/ui/is-written'

// Loaded on demand.
const CommandPalette = dynamic(
  () => import('./command-palette').then((module) => module.CommandPalette),
  { ssr: false },
)
const KeysDialog = dynamic(() => import('./keys-dialog').then((module) => module.KeysDialog), {
  ssr: false,
})

/** Opens the command palette by ⌘K, Ctrl+K or its button, and the list of keys by `?`. */
export function PaletteHost() {
  const t = useTranslations('Palette')
  const [open, setOpen] = useState<'palette' | 'keys' | null>(null)
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        setOpen('palette')
      } else if (event.key === '?' && !isWritten(event.target)) {
        event.preventDefault()
        setOpen('keys')
      }
    }
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
  const onOpenChange = (isOpen: boolean) => setOpen(isOpen ? open : null)
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen('palette')}
        aria-keyshortcuts="Meta+K Control+K"
        className="flex h-7 cursor-pointer items-center gap-2 rounded-md border border-control px-2 text-[13px] text-faint hover:bg-hover"
      >
        <Search size={14} aria-hidden />
        <span className="whitespace-nowrap max-md:sr-only">{t('open')}</span>
        <kbd className="font-mono text-xs max-md:hidden">⌘K</kbd>
      </button>
      {open === 'palette' ? (
        <CommandPalette onOpenChange={onOpenChange} onKeys={() => setOpen('keys')} />
      ) : null}
      {open === 'keys' ? <KeysDialog onOpenChange={onOpenChange} /> : null}
    </>
  )
}
