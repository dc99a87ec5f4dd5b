'use client'

import dynamic from 'next/dynamic'

// Most pages hold no write that waits: they are read without what answers one.
export const WaitingWrites = dynamic(() => import('./waiting-write').then((it) => it.WaitingWrites))
