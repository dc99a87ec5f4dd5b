'use client'

import { useEffect, useEffectEvent } from 'react'
import { isForPage, isPageKey } from '@/components/ui/page-key'

export interface PolicyKeyActs {
  add: () => void
  /** of the rule that has the focus */
  edit: (key: string) => void
  run: () => void
  save: () => void
}

/** The keys of the policy page, besides the steps from rule to rule. */
export function usePolicyKeys({ add, edit, run, save }: PolicyKeyActs): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if ((event.metaKey || event.ctrlKey) && event.key === 's' && isForPage(event)) {
      event.preventDefault()
      return save()
    }
    if (!isPageKey(event)) return
    const { target } = event
    const rule = target instanceof HTMLElement ? target.dataset.rule : undefined
    const acts: Record<string, (() => void) | undefined> = {
      n: add,
      d: run,
      Enter: rule === undefined || rule === 'default' ? undefined : () => edit(rule),
    }
    const act = acts[event.key]
    if (!act) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => pressed(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}
