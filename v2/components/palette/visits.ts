'use client'

import { useEffect, useSyncExternalStore } from 'react'

/** A page that was open in this window. */
export interface Visit {
  href: string
  title: string
}

const MAX_VISITS = 6

// Kept by nothing but this window: a title may hold what is redacted later.
let visits: readonly Visit[] = []
const watchers = new Set<() => void>()

/** Notes the page that is open, once its title is known. */
export function useNoteVisit(href: string): void {
  useEffect(() => {
    const note = () => {
      const title = document.title.replace(/ · Palimpsest$/, '')
      // What was redacted may be in a title.
      if (href.startsWith('/redactions/')) visits = []
      if (title === '' || title === 'Palimpsest') return
      visits = [{ href, title }, ...visits.filter((each) => each.href !== href)].slice(
        0,
        MAX_VISITS,
      )
      for (const watcher of watchers) watcher()
    }
    const timer = setTimeout(note, 500)
    return () => clearTimeout(timer)
  }, [href])
}

const NONE: readonly Visit[] = []

export function useVisits(): readonly Visit[] {
  return useSyncExternalStore(
    (onChange) => {
      watchers.add(onChange)
      return () => watchers.delete(onChange)
    },
    () => visits,
    () => NONE,
  )
}
