'use client'

import { useTranslations } from 'next-intl'
import { useEffect } from 'react'

/** What is asked before this page gives way to another; null: nothing. */
let question: string | null = null

/** Whether the page may give way to another: nothing would be lost, or the person says so. */
export const mayLeave = (): boolean => question === null || window.confirm(question)

/** Asks before a link, a key or the palette leads away from what nobody saved yet. */
export function useAsksBeforeLeaving(isUnsaved: boolean): void {
  const words = useTranslations('Common')('leave')
  useEffect(() => {
    if (!isUnsaved) return
    question = words
    return () => void (question = null)
  }, [isUnsaved, words])
}
