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

const promises = new Map<Locale, Promise<Texts>>()

/**
 * The texts of a language, which the file at `address` brings to the browser. It is the same promise
 * at each call, and one that React need not wait for where they are there.
 */
export function textsOf(locale: Locale, address: string): Promise<Texts> {
  const before = promises.get(locale)
  if (before !== undefined) return before
  const texts = kept.palimpsestTexts?.[locale]
  const promise = texts === undefined ? awaited(locale, address) : ready(texts)
  promises.set(locale, promise)
  return promise
}

function ready(texts: Texts): Promise<Texts> {
  return Object.assign(Promise.resolve(texts), { status: 'fulfilled', value: texts })
}

/** A page that did not name the file, because its language was another, asks for it here. */
function awaited(locale: Locale, address: string): Promise<Texts> {
  if (document.querySelector(`script[src="${address}"]`) === null) {
    document.head.append(Object.assign(document.createElement('script'), { src: address }))
  }
  return new Promise<Texts>((resolve) => {
    const look = () => {
      const come = kept.palimpsestTexts?.[locale]
      if (come === undefined) return
      window.removeEventListener(READ, look)
      resolve(come)
    }
    window.addEventListener(READ, look)
  })
}
