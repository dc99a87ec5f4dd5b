'use client'

import { LoaderCircle, Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { SECTIONS, SETTINGS } from '@/components/frame/sections'
import { sessionTitle } from '@/components/session/session-title'
import { chooseLanguageAction } from '@/components/i18n/actions'
import { chooseThemeAction } from '@/components/theme/actions'
import { foldForSearch } from '@/lib/text/fold'
import { type ActOfPage, actsOfPage, makeMenus } from './acts-of-page'
import {
  type Doing,
  DOINGS,
  furtherPages,
  otherTheme,
  type PageCommand,
  SECTION_PAGES,
} from './commands'
import { CopiedIcon, type Entry, type Group, placeRow, RowIcon } from './entry'
import type { Place } from './places'

export interface EntriesInput {
  text: string
  /** the folded words of the text */
  words: readonly string[]
  isMeant: (name: string) => boolean
  places: readonly Place[]
  /** whether the places are not known yet: one row stands for them */
  isSearching: boolean
  pathname: string
  search: URLSearchParams
  goTo: (href: string) => () => void
  /** closes the palette, then does something */
  closeFor: (act: () => void) => () => void
  onKeys: () => void
  /** the row of the places that are awaited is chosen */
  onWait: () => void
}

/** The key of the row that stands for the places until they are known. */
export const AWAITED = 'awaited'

/** A page's acts shown while nothing is asked; a text finds them all. */
const ACTS_SHOWN = 6

/** Commands shown before what is found. */
const NAMED_SHOWN = 5

/** The rows of the palette in their order. */
export function useEntries(input: EntriesInput): Entry[] {
  const t = useTranslations('Palette')
  const { text, words, isMeant, places, isSearching, pathname, search, goTo, closeFor, onWait } =
    input
  const acts = useActsOfPage()
  const placeEntry = usePlaceEntry(words, goTo)
  const doingEntry = useDoingEntry(input)
  const pageEntry = (group: Group) => (page: PageCommand) => ({
    name: t(page.name),
    href: page.href,
    isAct: false,
    entry: {
      key: `page-${page.href}`,
      group,
      icon: <RowIcon Icon={page.Icon} />,
      label: t(page.name),
      strokes: goKeysOf(page.href),
      run: goTo(page.href),
    },
  })
  const actEntry = (group: Group) => (act: ActOfPage) => ({
    name: act.label,
    href: act.href,
    isAct: true,
    entry: {
      key: `act-${act.label}`,
      group,
      icon: act.icon ? <CopiedIcon icon={act.icon} /> : null,
      label: act.label,
      strokes: act.strokes,
      run: closeFor(act.run),
    },
  })
  if (words.length === 0) {
    return eachOnce([
      ...places.map((place) => placeEntry(place, 'lately')),
      ...acts
        .filter(({ isChoice }) => !isChoice)
        .slice(0, ACTS_SHOWN)
        .map(actEntry('here')),
      ...SECTION_PAGES.map(pageEntry('goTo')),
      ...DOINGS.filter(isShownUnasked).map((doing) => doingEntry(doing, 'do')),
    ])
  }
  const searched = `/search?${new URLSearchParams({ q: text.trim() })}`
  const pages = [...SECTION_PAGES, ...furtherPages(pathname, search)]
  const commandEntries = (ofPages: Group, ofActs: Group): Candidate[] => [
    ...pages.map(pageEntry(ofPages)),
    ...acts.map(actEntry(ofActs)),
    ...DOINGS.map((doing) => doingEntry(doing, ofActs)),
  ]
  const typed = foldForSearch(text.trim())
  const awaitedCandidate: Candidate = {
    name: null,
    href: null,
    isAct: false,
    entry: {
      key: AWAITED,
      group: 'awaited',
      icon: <RowIcon Icon={LoaderCircle} />,
      label: t('searching'),
      run: onWait,
    },
  }
  return eachOnce([
    ...namedBy(typed, commandEntries('commands', 'commands')),
    ...places.map((place) => placeEntry(place, GROUPS[place.kind])),
    // What is below the places comes with them: nothing that is shown moves.
    ...(isSearching
      ? [awaitedCandidate]
      : commandEntries('pages', 'acts').filter(({ name }) => name !== null && isMeant(name))),
    {
      name: null,
      href: null,
      isAct: false,
      entry: {
        key: 'search',
        group: 'search',
        icon: <RowIcon Icon={Search} />,
        label: t('searchFor', { text: text.trim() }),
        note: t('searchAbout'),
        strokes: ['⌘↵'],
        run: goTo(searched),
      },
    },
  ])
}

function goKeysOf(href: string): string[] {
  const section = [...SECTIONS, SETTINGS].find((each) => each.href === href)
  return section ? ['G', section.letter.toUpperCase()] : []
}

const GROUPS = { memory: 'memories', session: 'sessions', store: 'stores' } as const

interface Candidate {
  /** null: its row stays, whatever else has that name */
  name: string | null
  href: string | null
  isAct: boolean
  entry: Entry
}

/**
 * The first commands that are called by what was typed: those of just that name, then those that
 * begin so. The others come after what is found.
 */
function namedBy(typed: string, commands: readonly Candidate[]): Candidate[] {
  const named = commands.filter(
    ({ name }) => name !== null && foldForSearch(name).startsWith(typed),
  )
  const isWhole = ({ name }: Candidate) => name !== null && foldForSearch(name) === typed
  return [...named.filter(isWhole), ...named.filter((each) => !isWhole(each))].slice(0, NAMED_SHOWN)
}

/** The first of rows that lead to the same, or are acts of the same name. */
function eachOnce(candidates: readonly Candidate[]): Entry[] {
  const known = new Set<string>()
  return candidates.flatMap(({ name, href, isAct, entry }) => {
    const same = href ?? name
    if (same === null || entry.group === 'lately') return [entry]
    if (known.has(same)) return []
    known.add(same)
    if (name !== null && isAct) {
      if (known.has(`act ${name}`)) return []
      known.add(`act ${name}`)
    }
    return [entry]
  })
}

/** Read once, when the palette opens. */
function useActsOfPage(): readonly ActOfPage[] {
  const [focused] = useState(() => document.activeElement)
  const [acts, setActs] = useState<readonly ActOfPage[]>([])
  useEffect(() => {
    makeMenus()
    const timer = setTimeout(() => setActs(actsOfPage(focused)))
    return () => clearTimeout(timer)
  }, [focused])
  return acts
}

function usePlaceEntry(words: readonly string[], goTo: EntriesInput['goTo']) {
  const t = useTranslations('Palette')
  const texts = useTranslations()
  const format = useFormatter()
  const names = {
    session: (place: { id: string; title: string | null }) => sessionTitle(texts, format, place),
    practice: texts('Sessions.practiceAgent'),
    memories: (count: number) => t('memoryCount', { count }),
  }
  return (place: Place, group: Group): Candidate => {
    const href = hrefOf(place)
    const row = placeRow(place, group === 'lately' ? [] : words, names)
    return {
      name: null,
      href,
      isAct: false,
      entry: { key: `${place.kind}-${place.id}`, group, ...row, run: goTo(href) },
    }
  }
}

function hrefOf(place: Place): string {
  if (place.kind === 'session') return `/sessions/${place.id}`
  if (place.kind === 'store') return `/stores/${place.id}`
  return `/stores/${place.storeId}?path=${encodeURIComponent(place.path)}`
}

function isShownUnasked(doing: Doing): boolean {
  if ('theme' in doing) return doing.theme === otherTheme()
  return doing.name !== 'keys' && doing.name !== 'language' && doing.name !== 'guide'
}

function useDoingEntry({ goTo, closeFor, onKeys }: EntriesInput) {
  const t = useTranslations('Palette')
  const guide = useTranslations('Guide')
  const nameOf = (doing: Doing) => {
    if (doing.name === 'language') return t('language', { name: ownName(doing.locale) })
    if (doing.name === 'guide') return guide('link', { page: guide(doing.page) })
    return t(doing.name)
  }
  const runOf = (doing: Doing) => {
    if ('href' in doing) return goTo(doing.href)
    if ('theme' in doing)
      return closeFor(() => void chooseThemeAction(formOf('theme', doing.theme)))
    if ('locale' in doing) {
      return closeFor(() => void chooseLanguageAction(formOf('locale', doing.locale)))
    }
    return onKeys
  }
  return (doing: Doing, group: Group): Candidate => {
    const name = nameOf(doing)
    return {
      name,
      href: 'href' in doing ? doing.href : null,
      isAct: true,
      entry: {
        key: `do-${name}`,
        group,
        icon: <RowIcon Icon={doing.Icon} />,
        label: name,
        strokes: doing.name === 'keys' ? ['?'] : [],
        run: runOf(doing),
      },
    }
  }
}

const ownName = (locale: string) =>
  new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale

function formOf(name: string, value: string): FormData {
  const form = new FormData()
  form.set(name, value)
  return form
}
