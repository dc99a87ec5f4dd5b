'use client'

import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Place, Places } from './places'
import { placesQuery } from './queries'
import { dropVisits, visitOf, visitsNow } from './visits'

/** So long the rows of the answer before stay: an answer that comes sooner moves nothing. */
const OLD_ROWS_MS = 100

export interface FoundPlaces {
  places: readonly Place[]
  /** whether these are all */
  isWhole: boolean
  /** whether the answer to what is asked now has yet to come */
  isAwaited: boolean
  /** whether there are places to show until it comes, those of the text before */
  isBefore: boolean
  isFailed: boolean
}

/**
 * Finds the places for a text; for none, those that the person visited lately, without the present
 * one.
 */
export function usePlaces(text: string, pathname: string, search: URLSearchParams): FoundPlaces {
  const [visits] = useState(() => {
    const here = visitOf(pathname, search)
    return visitsNow().filter((visit) => visit !== here)
  })
  const storeId = /^\/stores\/([^/]+)/.exec(pathname)?.[1] ?? null
  const { data, isError, isPlaceholderData } = useQuery(placesQuery(text, storeId, visits))
  const isAwaited = !isError && (data === undefined || isPlaceholderData)
  const [left, setLeft] = useState<Places | undefined>()
  useEffect(() => {
    if (!isAwaited) return
    const timer = setTimeout(() => setLeft(data), OLD_ROWS_MS)
    return () => clearTimeout(timer)
  }, [isAwaited, data])
  useEffect(() => {
    if (data) dropVisits(data.gone)
  }, [data])
  const shown = isAwaited && data === left ? undefined : data
  return {
    places: shown?.places ?? [],
    isWhole: shown?.isWhole ?? true,
    isAwaited,
    isBefore: isAwaited && shown !== undefined,
    isFailed: isError,
  }
}
