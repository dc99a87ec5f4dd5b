'use client'

import dynamic from 'next/dynamic'

/** `EditMemory`, loaded where something is edited: no page needs it to be read. */
export const EditMemory = dynamic(() => import('./edit-memory').then((module) => module.EditMemory))
