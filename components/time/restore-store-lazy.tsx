'use client'

import dynamic from 'next/dynamic'

/** `RestoreStore`, loaded where the past is looked at. */
export const RestoreStore = dynamic(() =>
  import('./restore-store').then((module) => module.RestoreStore),
)
