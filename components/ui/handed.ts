import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import type { Files } from '@/components/seed/files'
import type { Check } from '@/lib/why/check'

/** What one page hands to the next, by what that does with it. */
interface Handed {
  search: string
  redaction: ToRedact
  /** where a redaction was begun: its address */
  redacted: string
  seed: Files
  /** the entry of the log whose memories were unfolded */
  unfolded: string
  /** words of an answer, to ask why it says so */
  why: string
  /** what a new test begins with */
  test: { messages: string[]; checks: Check[]; model: string }
}

export interface ToRedact {
  text: string
  /** other texts that go with it unless they are left out */
  others?: readonly string[]
  /** the address that the receipt leads back to */
  back?: string
}

/** On its way to the page that is opened next: it must be in no address and in no storage. */
let handed: Partial<Handed> = {}

/** Keeps something for the page that is opened next, in place of what was kept before. */
export function hand<To extends keyof Handed>(to: To, what: Handed[To]): void {
  handed = { [to]: what }
}

/** What was handed to what is rendered first with this, once; null: nothing was. */
export function useHanded<To extends keyof Handed>(to: To): Handed[To] | null {
  const [what] = useState(() => handed[to] ?? null)
  // Not while rendering, which may be done twice, or be given up.
  useEffect(() => {
    if (what !== null) handed = {}
  }, [what])
  return what
}

/** Leads to where texts of a store are redacted, and back here from the receipt. */
export function useToRedact(storeId: string): (what: Omit<ToRedact, 'back'>) => void {
  const router = useRouter()
  return (what) => {
    const back = window.location.href.slice(window.location.origin.length)
    hand('redaction', { ...what, back })
    router.push(`/redact?store=${storeId}`)
  }
}
