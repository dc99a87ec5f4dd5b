import {
  FileText,
  GitCompareArrows,
  Keyboard,
  Library,
  type LucideIcon,
  MessagesSquare,
  Plus,
  Search,
  Zap,
} from 'lucide-react'
import { usePathname, useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { addressFrom, ALL_SECTIONS } from '@/components/frame/sections'
import type { Chord, Stroke } from '@/components/keys/kbd'
import { useBoundKeys } from '@/components/keys/use-key'
import { VisibleLabel, VisiblePath } from '@/components/lines/visible-text'
import { leaveBy } from '@/components/live/leaving'
import { hand } from '@/components/ui/handed'
import type { Places } from '@/lib/store/places'
import { useVisits } from './host'

export type Group =
  | 'lately'
  | 'here'
  | 'goTo'
  | 'memories'
  | 'sessions'
  | 'stores'
  | 'pages'
  | 'acts'
  | 'search'

/** A row of the palette. */
export interface Entry {
  key: string
  group: Group
  Icon: LucideIcon
  name: ReactNode
  /** after the name, paler */
  about?: ReactNode
  stroke?: Stroke | Chord
  /** leads there, or does it once the palette is closed */
  does: { href: string } | { act: () => void }
}

/** One whose name is words, by which it is found. */
type Named = Entry & { label: string }

/** A row that leads to what is known by a name. */
const placeAt = (
  href: string,
  { name, ...row }: Pick<Entry, 'group' | 'Icon'> & { name: string },
): Entry => ({ ...row, key: href, name: <VisibleLabel text={name} />, does: { href } })

/** Keys that walk and fold, which nobody looks for among acts. */
const WALKING = /^(?:j|k|enter|space|escape|\?|\\|f|mod\+k|arrow.*|home|end|z)$/

export interface EntriesGiven {
  /** as typed */
  text: string
  /** what the server found for it; null: not there yet */
  places: Places | null
  onKeys: () => void
}

/**
 * The rows of the palette. Empty it shows where one was, what can be done here and where one can go;
 * typed it finds memories by path, sessions, stores, pages and acts. A search of all memories is always last.
 */
export function useEntries({ text, places, onKeys }: EntriesGiven): Entry[] {
  const t = useTranslations('Palette')
  const ofFrame = useTranslations('Frame')
  const ofKeys = useTranslations('Keys')
  const ofStore = useTranslations('Store')
  const router = useRouter()
  const here = usePathname()
  const visits = useVisits()
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const isMeant = (name: string) => words.every((word) => name.toLowerCase().includes(word))

  const [ofActs, ofPages] =
    words.length === 0 ? (['here', 'goTo'] as const) : (['acts', 'pages'] as const)
  const named = (label: string) => ({ label, name: label })

  const acts: Named[] = useBoundKeys()
    .filter(({ stroke }) => !WALKING.test(stroke))
    .map(({ stroke, label, run }) => ({
      key: `act ${stroke}`,
      group: ofActs,
      Icon: Zap,
      ...named(label),
      stroke,
      does: { act: run },
    }))
  // An act of the page that has no key.
  const compare: Named = {
    key: 'compare',
    group: ofActs,
    Icon: GitCompareArrows,
    ...named(ofStore('compare')),
    does: { href: `${here}/compare` },
  }
  const ofPage = /^\/stores\/\w+$/.test(here) ? [...acts, compare] : acts
  const pages: Named[] = ALL_SECTIONS.map((section) => ({
    key: section.href,
    group: ofPages,
    Icon: section.Icon,
    ...named(ofFrame(section.name)),
    stroke: `g>${section.letter}`,
    does: { href: addressFrom(here, section) },
  }))
  const newSession: Named = {
    key: 'new session',
    group: ofPages,
    Icon: Plus,
    ...named(t('newSession')),
    does: { href: '/sessions/new' },
  }
  const keys: Named = {
    key: 'keys',
    group: ofPages,
    Icon: Keyboard,
    ...named(ofKeys('list')),
    stroke: '?',
    does: { act: onKeys },
  }
  const further = [...ofPage, ...pages, newSession, keys].filter(({ label }) => isMeant(label))
  const ofStores = words.length === 0 ? 'lately' : 'stores'
  const stores = (places?.stores ?? []).map(({ id, name }) =>
    placeAt(`/stores/${id}`, { name, group: ofStores, Icon: Library }),
  )
  if (words.length === 0) {
    const lately = visits
      .filter(({ href }) => href.split('?')[0] !== here && pages.every(({ key }) => key !== href))
      .slice(0, 4)
      .map(({ href, title }) => placeAt(href, { name: title, group: 'lately', Icon: FileText }))
    const seen = new Set([here, ...lately.map(({ key }) => key)])
    const others = stores.filter(({ key }) => !seen.has(key))
    return [...lately, ...others.slice(0, 5), ...further]
  }
  const memories: Entry[] = (places?.memories ?? []).map(({ id, path, storeId, storeName }) => ({
    key: id,
    group: 'memories',
    Icon: FileText,
    name: (
      <span className="font-mono text-code">
        <VisiblePath path={path} />
      </span>
    ),
    about: <VisibleLabel text={storeName} />,
    does: { href: `/stores/${storeId}?memory=${id}` },
  }))
  const sessions = (places?.sessions ?? []).map(({ id, title }) =>
    placeAt(`/sessions/${id}`, { name: title, group: 'sessions', Icon: MessagesSquare }),
  )
  const search: Entry = {
    key: 'search',
    group: 'search',
    Icon: Search,
    name: t('searchFor', { text: text.trim() }),
    about: t('searchAbout'),
    // What is searched for stands in no address.
    does: {
      act: () =>
        leaveBy(() => {
          hand('search', text.trim())
          router.push('/search')
        }),
    },
  }
  return [...memories, ...sessions, ...stores, ...further, search]
}
