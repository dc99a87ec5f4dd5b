/** The languages of the dashboard; the first is the fallback. */
export const LOCALES = ['en', 'ko', 'de', 'pt'] as const

export type Locale = (typeof LOCALES)[number]

export function isLocale(value: string | undefined): value is Locale {
  return LOCALES.some((locale) => locale === value)
}

/**
 * Our locale that an `Accept-Language` header prefers (RFC 9110, section 12.5.4): by weight, then
 * by order; `pt-BR` matches `pt`.
 */
export function preferredLocale(acceptLanguage: string | null): Locale {
  const wishes = (acceptLanguage ?? '').split(',').map(wishOf)
  const [best] = wishes
    .filter((wish): wish is Wish => wish !== null && wish.weight > 0)
    .sort((one, other) => other.weight - one.weight)
  return best?.locale ?? LOCALES[0]
}

interface Wish {
  locale: Locale
  weight: number
}

function wishOf(part: string): Wish | null {
  const [range = '', ...params] = part
    .trim()
    .toLowerCase()
    .split(/\s*;\s*/)
  const [language = ''] = range.split('-')
  if (!isLocale(language)) return null
  const q = params.find((param) => param.startsWith('q='))?.slice('q='.length)
  const weight = q === undefined ? 1 : Number(q)
  return Number.isNaN(weight) ? null : { locale: language, weight }
}
