'use client'

import dynamic from 'next/dynamic'

/** `LineMarks`, loaded by pages whose address may name lines: most lines are of a difference. */
export const LineMarks = dynamic(() => import('./line-marks').then((it) => it.LineMarks))
