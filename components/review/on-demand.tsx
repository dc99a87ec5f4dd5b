'use client'

import dynamic from 'next/dynamic'

// Few hunks have something to look at.
export const FlagCard = dynamic(() => import('@/components/flags/card').then((it) => it.FlagCard))

// Loaded once somebody asks.
export const Why = dynamic(() => import('./why').then((it) => it.Why), { ssr: false })
