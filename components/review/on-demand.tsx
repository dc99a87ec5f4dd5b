'use client'

import dynamic from 'next/dynamic'

// Few hunks have something to look at.
export const FlagCard = dynamic(() => import('@/components/flags/card').then((it) => it.FlagCard))

// Loaded once somebody asks.
export const RequestForm = dynamic(() => import('./request-form').then((it) => it.RequestForm), {
  ssr: false,
})

export const Why = dynamic(() => import('./why').then((it) => it.Why), { ssr: false })

// Most pages hold no write that waits: they are read without what answers one.
export const WaitingWrites = dynamic(() =>
  import('@/components/approval/waiting-write').then((it) => it.WaitingWrites),
)
