'use client'

import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** Whether scripts have taken over what the server rendered: before that, nothing that is chosen is heard. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
