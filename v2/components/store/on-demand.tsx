'use client'

import dynamic from 'next/dynamic'

// A store's page shows one of many things; each is loaded where it is shown.

export const StoreMap = dynamic(() => import('./map').then((it) => it.StoreMap))

export const Unread = dynamic(() => import('./unread').then((it) => it.Unread))
