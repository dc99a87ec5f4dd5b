import type { Locale } from '@/lib/text/locale'

/** All texts of one language, by namespace and key. */
export type Texts = Record<string, unknown>

/** The event by which the file of texts says that it was read. */
const READ = 'palimpsest:texts'

const kept = globalThis as { palimpsestTexts?: Partial<Record<Locale, Texts>> }

/** Keeps texts where client components find them: on the server for their rendering there. */
export function keepTexts(locale: Locale, texts: Texts): void {
  ;(kept.palimpsestTexts ??= {})[locale] = texts
}

const awaited = new Map<Locale, Promise<Texts>>()

/**
 * The texts of a language. In the browser a file brings them, which may still be on its way: then a
 * promise, the same until they are there.
 */
export function textsOf(locale: Locale): Texts | Promise<Texts> {
  const texts = kept.palimpsestTexts?.[locale]
  if (texts !== undefined) return texts
  const asked = awaited.get(locale)
  if (asked !== undefined) return asked
  const promise = new Promise<Texts>((resolve) => {
    const look = () => {
      const come = kept.palimpsestTexts?.[locale]
      if (come === undefined) return
      window.removeEventListener(READ, look)
      resolve(come)
    }
    window.addEventListener(READ, look)
  })
  awaited.set(locale, promise)
  return promise
}
