'use client'

import dynamic from 'next/dynamic'
import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useEffect } from 'react'
import { addressFrom, ALL_SECTIONS } from '@/components/frame/sections'
import { isSingleKey } from '@/components/keys/page-key'
import { useKey } from '@/components/keys/use-key'
import { patiently } from '@/components/live/fault'
import { followed } from '@/components/live/followed'
import { mayLeave } from '@/components/live/leaving'

// Loaded on demand.
const Palette = dynamic(() => patiently(() => import('./palette')).then((it) => it.Palette), {
  ssr: false,
})
const KeysDialog = dynamic(
  () => patiently(() => import('@/components/keys/keys-dialog')).then((it) => it.KeysDialog),
  { ssr: false },
)

const opened = followed<'palette' | 'keys' | null>(null)

export const openPalette = () => opened.set('palette')
export const openKeys = () => opened.set('keys')
const close = () => opened.set(null)

/** Opens the palette by ⌘K and the list of keys by `?`; G and then its letter lead to a section. */
export function PaletteHost() {
  const t = useTranslations('Keys')
  const now = opened.useValue()
  useKey('mod+k', t('goTo'), openPalette, { inForms: true })
  useKey('?', t('list'), openKeys)
  useGoKeys()
  const search = useSearchParams().toString()
  const pathname = usePathname()
  useNoteVisit(search === '' ? pathname : `${pathname}?${search}`)
  if (now === 'palette') return <Palette onClose={close} onKeys={openKeys} />
  return now && <KeysDialog onClose={close} />
}

/** So long G waits for the letter of a section; milliseconds. */
const CHORD_MS = 1_500

function useGoKeys(): void {
  const router = useRouter()
  useEffect(() => {
    let begun = -Infinity
    const onKey = (event: KeyboardEvent) => {
      const isSecond = event.timeStamp - begun < CHORD_MS
      begun = -Infinity
      if (!isSingleKey(event)) return
      if (!isSecond) {
        if (event.key === 'g') begun = event.timeStamp
        return
      }
      const section = ALL_SECTIONS.find(({ letter }) => letter === event.key)
      if (!section) return
      event.preventDefault()
      event.stopImmediatePropagation()
      const href = addressFrom(location.pathname, section)
      if (mayLeave(href)) router.push(href)
    }
    // Before the keys of the page.
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [router])
}

/** A page that was open in this window. */
interface Visit {
  href: string
  title: string
}

const MAX_VISITS = 6

// Kept by nothing but this window: a title may hold what is redacted later.
const visits = followed<readonly Visit[]>([])
export const useVisits = visits.useValue

const pageOf = (href: string) => href.split('?')[0]

/** Notes the page that is open, once its title is known. */
function useNoteVisit(href: string): void {
  useEffect(() => {
    const note = () => {
      const title = document.title.replace(/ · Palimpsest$/, '')
      // What was redacted may be in a title.
      if (href.startsWith('/redactions/')) visits.set([])
      if (title === '' || title === 'Palimpsest') return
      // Of a page that says of itself the same at two addresses the last is meant.
      const isSame = (each: Visit) =>
        each.href === href || (each.title === title && pageOf(each.href) === pageOf(href))
      const others = visits.now().filter((each) => !isSame(each))
      visits.set([{ href, title }, ...others].slice(0, MAX_VISITS))
    }
    const timer = setTimeout(note, 500)
    return () => clearTimeout(timer)
  }, [href])
}
