'use client'

import dynamic from 'next/dynamic'

/** The editor, loaded by pages that show it: those that are only read do without its differences. */
export const EditMemory = dynamic(() => import('./edit-memory').then((it) => it.EditMemory))
