'use client'

import { useEffect, useEffectEvent } from 'react'
import { isPageKey } from '@/components/ui/page-key'
import { useSubmitShortcut } from '@/components/ui/use-submit-shortcut'

export interface PolicyKeyActs {
  add: () => void
  /** of the rule that has the focus */
  edit: (key: string) => void
  save: () => void
}

/** The keys of the policy page, besides the steps from rule to rule. */
export function usePolicyKeys({ add, edit, save }: PolicyKeyActs): void {
  useSubmitShortcut(save, { disabled: false })
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (!isPageKey(event)) return
    const { target } = event
    const rule = target instanceof HTMLElement ? target.dataset.rule : undefined
    const acts: Record<string, (() => void) | undefined> = {
      n: add,
      e: rule === undefined || rule === 'default' ? undefined : () => edit(rule),
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
