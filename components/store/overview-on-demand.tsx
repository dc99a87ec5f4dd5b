'use client'

import dynamic from 'next/dynamic'

// In place of a memory; each is loaded by pages that show it, before they are hydrated.

export const StoreMap = dynamic(() => import('./map').then((it) => it.StoreMap))

export const Unread = dynamic(() => import('./unread').then((it) => it.Unread))
