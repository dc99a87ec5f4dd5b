'use client'

import dynamic from 'next/dynamic'

/** `RestoreStore`, loaded on pages of the past. */
export const RestoreStore = dynamic(() =>
  import('./restore-store').then((module) => module.RestoreStore),
)
