'use client'

import dynamic from 'next/dynamic'

/** `EditMemory`, loaded on demand: no page needs it for reading. */
export const EditMemory = dynamic(() => import('./edit-memory').then((module) => module.EditMemory))
