'use client'

import dynamic from 'next/dynamic'

/** `MapKeys`, loaded with a store's overview: the page of a memory needs none of it. */
export const MapKeys = dynamic(() => import('./map-keys').then((module) => module.MapKeys))

/** `SeenRows`, loaded with a store's overview. */
export const SeenRows = dynamic(() => import('./seen-rows').then((module) => module.SeenRows))
