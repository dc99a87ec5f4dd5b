'use client'

import dynamic from 'next/dynamic'

/** `BlameRows`, loaded with the first blame. */
export const BlameRows = dynamic(() => import('./blame-rows').then((module) => module.BlameRows))
