'use client'

import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** Returns whether the page is hydrated: before that, inputs are not handled. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
