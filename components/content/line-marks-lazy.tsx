'use client'

import dynamic from 'next/dynamic'

/** `LineMarks`, loaded with the lines of a memory: a store's overview has none. */
export const LineMarks = dynamic(() => import('./line-marks').then((module) => module.LineMarks))
